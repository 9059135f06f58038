/** References of the bank name a booking, whatever file it comes in. The id of a line in a statement names none, because ids are reused. */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const BANK_REFERENCES = `
  alter table bank_statement_lines drop constraint bank_statement_lines_once;
  alter table bank_statement_lines
    add column account text not null default '',
    add column reference text check (reference <> '');
  comment on column bank_statement_lines.account is 'IBAN or other number of the account. Empty if the statement has none, or is from before this column and has no IBAN.';
  comment on column bank_statement_lines.reference is 'Reference of the bank, with the position in a batch. Null if the bank gave none, or no import has seen the line since this column exists.';
  create index bank_statement_lines_equal on bank_statement_lines (amount, booked_on);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(BANK_REFERENCES)).execute(db);
  await sql`update bank_statement_lines set account = split_part(statement, ' ', 1)
    where statement ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30} '`.execute(db);
}
