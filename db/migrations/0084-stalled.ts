/** A server whose guest stands still because the disk of its host is full: it goes on by itself once there is room. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table servers drop constraint servers_power_check;
    alter table servers add constraint servers_power_check
      check (power in ('absent', 'booting', 'running', 'stopped', 'crashed', 'interrupted', 'unreachable', 'stalled'));
    create index servers_stalled on servers (id) where power = 'stalled';
  `.execute(db);
}
