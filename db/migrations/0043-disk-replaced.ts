/** Which workflow replaced a server's disk: how it goes back depends on it, and a sentence for customers is no place to tell it. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table servers add column disk_replaced_by integer;
    comment on column servers.disk_replaced_by is 'The workflow that put the present disk in place of another, if one did.';
  `.execute(db);
}
