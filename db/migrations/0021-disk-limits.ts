/** What a server may use of its node's disk, by its plan; null: as much as there is. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table plans
      add column disk_iops integer check (disk_iops > 0),
      add column disk_mb_per_second integer check (disk_mb_per_second > 0);
  `.execute(db);
}
