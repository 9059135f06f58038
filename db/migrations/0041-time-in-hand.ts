/** Deadlines of steps count time in hand (`workflows/runner/time-in-hand.ts` says what that is). What is under way gets its step's time once more. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflows
      add column spent_ms double precision not null default 0 check (spent_ms >= 0),
      add column counted_at timestamptz;
    comment on column workflows.step_started_at is 'For people; deadlines go by spent_ms.';
    comment on column workflows.spent_ms is 'How long the step under way was in hand, as far as it is counted.';
    comment on column workflows.counted_at is 'Up to when a step in the hands of a worker is counted, by the clock of the database.';
  `.execute(db);
}
