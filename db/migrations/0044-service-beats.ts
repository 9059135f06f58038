/** When API and worker were last there: what passed meanwhile is an outage, and no time that customers had (`model/outage.ts`). */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table service_beats (
      service text primary key check (service in ('api', 'worker')),
      beat_at timestamptz not null
    );
    comment on table service_beats is 'A row a service, not a process: written about once a minute while any process of it is there.';
    comment on column service_beats.beat_at is 'Whoever beats after a longer gap gives back, in the same transaction, the time that was lost.';
  `.execute(db);
}
