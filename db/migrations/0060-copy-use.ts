/** Since when a copy is being restored, told to who may not read what workflows are given. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function copy_restored_since(copy integer) returns timestamptz
      language sql stable security definer set search_path = pg_catalog, public as $$
      select created_at from workflows
      where kind = 'server.restore' and finished_at is null and (input ->> 'copyId')::integer = copy
      limit 1
    $$
  `.execute(db);
}
