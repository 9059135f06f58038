/** Mails that follow from facts, mails that a user muted, and invoices that a mail carries (docs/decisions/mails.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const MAILS_DUE = `
  -- Facts that a mail reports. The transaction of the fact writes the row, and a job writes the mail. Without foreign keys, whose checks would run in each order's transaction.
  create table mails_due (
    id integer generated always as identity primary key,
    -- Kind of the fact (model/mail/facts.ts).
    kind text not null check (kind <> ''),
    account_id integer not null,
    -- Order of the fact. 0 for none.
    order_id integer not null default 0,
    -- Rows of the fact. Their table follows from the kind.
    ids integer[] not null default '{}',
    -- Time of the first fact.
    created_at timestamptz not null,
    due_at timestamptz not null,
    unique (kind, account_id, order_id)
  );
  create index mails_due_due on mails_due (due_at, id);
  alter table mails add column attachments jsonb not null default '[]';
  comment on column mails.attachments is 'Ids of the invoices whose PDFs the mail carries.';
  alter table users add column muted_mails text[] not null default '{}'
    check (muted_mails <@ array['server-ready', 'renewal-ahead', 'renewed', 'deposit']);
  comment on column users.muted_mails is 'Mails that the user does not want.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(MAILS_DUE)).execute(db);
}
