/** A server that ran when its host went down: it is off, and is started again without anybody's asking. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table servers drop constraint servers_power_check;
    alter table servers add constraint servers_power_check
      check (power in ('absent', 'booting', 'running', 'stopped', 'crashed', 'interrupted', 'unreachable'));
    create index servers_interrupted on servers (id) where power = 'interrupted';
  `.execute(db);
}
