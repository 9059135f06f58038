/** A workflow that somebody wants back. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflows
      add column cancel_asked_at timestamptz,
      add column cancel_reason text check (cancel_reason <> ''),
      add constraint workflows_cancel_says_why check ((cancel_asked_at is null) = (cancel_reason is null)),
      drop constraint workflows_fault_check,
      add constraint workflows_fault_check check (fault in ('customer', 'operator', 'cancelled'));
    comment on column workflows.cancel_asked_at is 'Since when it shall turn back; it does so as soon as its worker sees it.';
    comment on column workflows.cancel_reason is 'Why, a sentence for the customer.';
    comment on column workflows.fault is 'Whose affair it is that it went back; null while it has not.';
    create index workflows_cancelled on workflows (id) where cancel_asked_at is not null and finished_at is null;
  `.execute(db);
}
