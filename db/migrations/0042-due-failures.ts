/** What is due and could not be done: each item by itself, so that it keeps nobody else waiting (`db/tables/due.ts`). */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table due_failures (
      work text not null check (work <> ''),
      item_id integer not null,
      attempts integer not null default 1 check (attempts > 0),
      error text not null,
      next_at timestamptz not null,
      primary key (work, item_id)
    );
    comment on table due_failures is 'Items of sweeps and of the watch that failed; a row goes when its item was done, or is due no longer.';
    comment on column due_failures.work is 'expire-orders, start-interrupted: what goes over the items.';
    comment on column due_failures.next_at is 'Until then it is passed over.';
  `.execute(db);
}
