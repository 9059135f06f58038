import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { BankStatementLine } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import { matchProform } from '@innkeeper/domain/payments/match-proform';
import { findReferences } from '@innkeeper/model/payments/reference';
import type { StatementFile, StatementLine } from '@innkeeper/model/payments/statement-line';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { lineView } from './view.ts';

/** Lines per statement. PostgreSQL accepts at most 65,535 values in a statement. */
const AT_A_TIME = 1_000;

/**
 * Inserts lines of a bank statement and skips existing ones.
 *
 * A line with exactly one reference is assigned to that payment. So is a line with the number of a pro forma invoice, if that is
 * unambiguous. A line with a hint waits for the operator. A job posts the money. Entries that cannot be read are returned.
 */
export async function importBank(
  cx: OperatorCx,
  { file }: { file: string },
  { lines, unreadable }: StatementFile,
): Promise<OperatorResult<'importBank'>> {
  const payments = await paymentsBy(cx, lines);
  const rows = lines.map(({ bookedOn, payerIban, ...line }) => ({
    ...line,
    booked_on: bookedOn,
    payer_iban: payerIban,
    payment_id: line.hint === null ? matched(line, payments) : null,
    imported_at: cx.clock.now(),
  }));
  const fresh: Awaited<ReturnType<typeof insert>> = [];
  for (let at = 0; at < rows.length; at += AT_A_TIME) fresh.push(...(await insert(cx, rows.slice(at, at + AT_A_TIME))));
  const unmatched: typeof fresh = [];
  for (const line of fresh) {
    if (line.payment_id !== null) continue;
    if (line.hint !== null || !(await matchByProform(cx, line))) unmatched.push(line);
  }
  const counts = { lines: lines.length, known: lines.length - fresh.length, matched: fresh.length - unmatched.length };
  await audit(cx, 'importBank', null, { file, ...counts, unreadable: unreadable.length });
  return { ...counts, unmatched: unmatched.map(lineView), unreadable };
}

interface Found {
  id: number;
  currency: string;
}

async function paymentsBy({ db }: OperatorCx, lines: readonly StatementLine[]): Promise<Map<string, Found>> {
  const references = [...new Set(lines.flatMap(({ text }) => findReferences(text)))];
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'reference', 'currency'])
    .where('gateway', '=', 'bank')
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .execute();
  return new Map(rows.map(({ reference, ...row }) => [reference, row]));
}

/**
 * Returns the id of the payment that the line refers to. Returns `null` for several payments or another currency, which an operator has to
 * decide.
 */
function matched(
  { text, currency }: Pick<StatementLine, 'text' | 'currency'>,
  payments: ReadonlyMap<string, Found>,
): number | null {
  const found = findReferences(text).flatMap((reference) => payments.get(reference) ?? []);
  const [only] = found;
  return only && found.length === 1 && only.currency === currency ? only.id : null;
}

/** Assigns a line by the number of a pro forma invoice. Returns whether a payment was assigned. Otherwise the line may have got a hint. */
async function matchByProform(cx: OperatorCx, line: BankStatementLine): Promise<boolean> {
  const match = await matchProform(cx, line);
  if (match === null) return false;
  const found = 'paymentId' in match ? { payment_id: match.paymentId } : { hint: match.hint };
  Object.assign(line, found);
  await cx.db.updateTable('bank_statement_lines').set(found).where('id', '=', line.id).execute();
  return 'paymentId' in match;
}

function insert({ db }: OperatorCx, rows: readonly (Omit<StatementLine, 'bookedOn' | 'payerIban'> & { booked_on: string })[]) {
  return db
    .insertInto('bank_statement_lines')
    .values([...rows])
    .onConflict((oc) => oc.columns(['statement', 'line']).doNothing())
    .returningAll()
    .execute();
}
