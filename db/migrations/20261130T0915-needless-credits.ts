/** Closes bank credits that are nobody's to assign, so that `bank list` shows them no longer. Earlier hints name them. */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const NEEDLESS_CREDITS = `
  alter table bank_statement_lines
    add column closed_by text check (closed_by in ('refund', 'parts', 'sum')),
    add constraint bank_statement_lines_closed check (closed_by is null or (payment_id is null and returned_on is null));
  comment on column bank_statement_lines.closed_by is 'Booking that has the money of the credit already: a failed refund that came back, the parts of this sum, or the sum of this part. Null while the credit waits, and once it is assigned or sent back.';
  update bank_statement_lines set closed_by = 'parts'
    where payment_id is null and returned_on is null and hint = 'Its parts were imported alone. Do not assign this sum as well.';
  update bank_statement_lines set closed_by = 'sum'
    where payment_id is null and returned_on is null and hint ~ '^It is a part of credit [0-9]+, which is assigned to payment [0-9]+\\.$';
  update bank_statement_lines set closed_by = 'refund' where id in (
    select min(l.id) from bank_statement_lines l join payment_refunds r on r.id = substring(l.hint from '^Refund ([0-9]+) came back')::integer
    where l.payment_id is null and l.returned_on is null and r.state = 'failed' and l.amount <= r.amount group by r.id);
  drop index bank_statement_lines_unmatched;
  create index bank_statement_lines_unmatched on bank_statement_lines (id)
    where payment_id is null and returned_on is null and closed_by is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(NEEDLESS_CREDITS)).execute(db);
}
