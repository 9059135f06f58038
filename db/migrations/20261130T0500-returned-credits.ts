/** Records the credits that were sent back to their payers, so that `bank list` shows them no longer. */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const RETURNED_CREDITS = `
  alter table bank_statement_lines
    add column returned_on text check (returned_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    add constraint bank_statement_lines_returned check (returned_on is null or payment_id is null);
  comment on column bank_statement_lines.returned_on is 'Booking date of the debit that sent the credit back to its payer. Null while nobody did.';
  drop index bank_statement_lines_unmatched;
  create index bank_statement_lines_unmatched on bank_statement_lines (id) where payment_id is null and returned_on is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(RETURNED_CREDITS)).execute(db);
}
