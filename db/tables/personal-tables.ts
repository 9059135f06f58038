import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/**
 * Lists the tables with data of an account or a user, by name. They have a column `account_id` or `user_id`, or a foreign key to such a
 * table. Tables of nodes, the catalogue or staff are not among them.
 */
export async function personalTables(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive refers as (
      select conrelid as id, confrelid as to_id from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    ), personal as (
      select c.oid as id from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (c.relname in ('accounts', 'users') or exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname in ('account_id', 'user_id') and not a.attisdropped))
      union
      select r.id from refers r join personal p on p.id = r.to_id
    )
    select relname::text as name from personal join pg_class c on c.oid = personal.id order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
