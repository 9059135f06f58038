/** What running servers use: the latest look at each, from which live status is answered. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table server_usage (
      server_id integer primary key references servers,
      sampled_at timestamptz not null,
      cpu_seconds double precision not null,
      net_in_bytes bigint not null,
      net_out_bytes bigint not null,
      cpu_percent real not null check (cpu_percent between 0 and 100),
      disk_bytes bigint not null,
      cycle_bytes bigint not null,
      cycle_began_at timestamptz not null
    )
  `.execute(db);
}
