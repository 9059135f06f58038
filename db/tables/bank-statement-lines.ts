/** Credits of the operator's bank account. */
import type { StatementDebit, StatementLine } from '@innkeeper/model/payments/statement-line';
import type { StoredLine } from '@innkeeper/model/payments/statements/content';
import type { ReturnableCredit } from '@innkeeper/model/payments/statements/sent-back';
import { type Kysely, sql } from 'kysely';
import type { BankStatementLine, Database } from '../schema.ts';

/** Waits until no other transaction imports a statement. Two imports at once would both insert the same booking. */
export async function lockImports(db: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank-import', 0))`.execute(db);
}

/** Returns the rows that may be the same booking as one of these lines, or its sum, by amount and day. */
export async function findSimilarLines(
  db: Kysely<Database>,
  { lines, reversals }: { lines: readonly StatementLine[]; reversals: readonly StatementLine[] },
  daysApart: number,
): Promise<StoredLine[]> {
  const amounts = new Set(lines.flatMap(({ amount, batch }) => (batch ? [amount, batch.amount] : [amount])));
  const reversed = new Set(reversals.map(({ amount }) => amount));
  // A sum that came after its parts has their day, and no amount of theirs.
  const days = new Set(
    lines.filter(({ payer, payerIban, batch }) => !(payer || payerIban || batch)).map(({ bookedOn }) => bookedOn),
  );
  const all = lines.map(({ bookedOn }) => bookedOn).sort();
  const [first = '9999-12-31', last = '0000-01-01'] = [all[0], all.at(-1)];
  const { rows } = await sql<StoredLine>`
    select id, account, statement, line, booked_on as "bookedOn", amount, currency, payer, payer_iban as "payerIban", text, reference,
      payment_id as "paymentId"
    from bank_statement_lines
    where amount = any(${[...reversed]}::bigint[])
      or booked_on = any(${[...days]}::text[]) and line ~ '^[0-9]+ [0-9]'
      or amount = any(${[...amounts]}::bigint[])
        and booked_on between ${shift(first, -daysApart)} and ${shift(last, daysApart)}
    order by id`.execute(db);
  return rows;
}

/** Writes the references and accounts that rows take from the lines of a file. */
export async function takeReferences(
  db: Kysely<Database>,
  rows: readonly { id: number; account: string; reference: string | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update bank_statement_lines l set account = n.account, reference = n.reference
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ account }) => account)}::text[],
      ${rows.map(({ reference }) => reference)}::text[]) as n (id, account, reference)
    where l.id = n.id`.execute(db);
}

/** Returns the credits without a payment, and not closed, that have the amount of a debit and come from the account that it goes to. Their IBANs have no spaces. */
export async function listReturnable(db: Kysely<Database>, debits: readonly StatementDebit[]): Promise<ReturnableCredit[]> {
  if (debits.length === 0) return [];
  const amounts = [...new Set(debits.map(({ amount }) => amount))];
  const ibans = [...new Set(debits.map(({ payeeIban }) => payeeIban))];
  const { rows } = await sql<ReturnableCredit>`
    select id, booked_on as "bookedOn", amount, currency, iban as "payerIban", returned_on as "returnedOn"
    from bank_statement_lines, upper(regexp_replace(payer_iban, '\\s', '', 'g')) as iban
    where payment_id is null and closed_by is null and amount = any(${amounts}::bigint[]) and iban = any(${ibans}::text[])
    order by id`.execute(db);
  return rows;
}

/** Marks a credit as sent back, and returns it. Returns `undefined` if it was assigned or sent back in the meantime. */
export function returnLine(db: Kysely<Database>, id: number, returned_on: string): Promise<BankStatementLine | undefined> {
  const update = db.updateTable('bank_statement_lines').set({ returned_on }).where('id', '=', id);
  const waiting = update.where('payment_id', 'is', null).where('returned_on', 'is', null).where('closed_by', 'is', null);
  return waiting.returningAll().executeTakeFirst();
}

function shift(day: string, days: number): string {
  const shifted = new Date(Date.parse(day) + days * 24 * 3_600_000).toISOString();
  return /^\d{4}-/.test(shifted) ? shifted.slice(0, 10) : day;
}
