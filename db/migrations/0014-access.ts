/** Who may log in: what a guest has yet to be told at its next boot, and what its rescue system was told. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table servers
      -- Part of the seed's instance id: a guest applies what it is told anew when this has grown.
      add column seed_version integer not null default 1 check (seed_version > 0),
      -- What of the seed the guest has not taken yet.
      add column seed_waits text[] not null default '{}' check (seed_waits <@ array['hostname', 'password', 'ssh_keys']),
      add column rescue_seed jsonb;
  `.execute(db);
}
