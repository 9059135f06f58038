import type { BankStatementLine, Payment } from '@innkeeper/db/schema';
import { findSimilarLines, lockImports, takeReferences } from '@innkeeper/db/tables/bank-statement-lines';
import { lockPayment } from '@innkeeper/db/tables/payments';
import { RaceLost } from '@innkeeper/db/transaction';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { amountBeyondRequest } from '@innkeeper/domain/payments/beyond-request';
import { insertUnrequestedTransfer, refuseClosed } from '@innkeeper/domain/payments/late-transfer';
import { matchProform } from '@innkeeper/domain/payments/match-proform';
import { hintMayBeRefund, lockNamedRefund, matchRefund, refuseCameBack } from '@innkeeper/domain/payments/match-refund';
import { closeReturned } from '@innkeeper/domain/payments/returned-credits';
import { warnOfCredits } from '@innkeeper/domain/receipts/becomes-balance';
import { findReferenced, matchClosed, matchReference, type ReferencedPayment } from '@innkeeper/domain/receipts/match-reference';
import { isConfirmed } from '@innkeeper/domain/receipts/post-bank-transfer';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { warnOfAssignment } from '@innkeeper/model/payments/assignment-warning';
import type { StatementFile, StatementLine } from '@innkeeper/model/payments/statement-line';
import { type FreshLine, type ImportPlan, MAX_DAYS_APART, planImport } from '@innkeeper/model/payments/statements/plan';
import { sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists the credits without a payment, oldest first. Leaves out those that are nobody's to assign, unless `all`. */
export function listBank(cx: StaffCx, input: StaffInput<'listBank'>): Promise<StaffReply<'listBank'>> {
  const lines = cx.db.selectFrom('bank_statement_lines').selectAll().where('payment_id', 'is', null);
  const waiting = input.all ? lines : lines.where('returned_on', 'is', null).where('closed_by', 'is', null);
  return listPage(waiting.orderBy('id'), input, (line) => {
    const { returned_on, closed_by } = line;
    return { ...lineView(line), returned_on, closed_by };
  });
}

interface Assignment {
  line: BankStatementLine;
  /** `null` for a credit that becomes balance. */
  payment: Payment | null;
  accountId: number;
  above: Cents;
  warning: string | null;
}

/**
 * Locks the credit and the payment and validates the assignment. `above` is the part of the credit that exceeds the requested payment, and
 * 0 for money that was already confirmed by hand. Nobody requested a credit for an account. Throws `not_found`, and `wrong_state`, also for a
 * refund that came back, and for a closed account unless the money was confirmed.
 */
export async function validateAssignment(cx: StaffCx, input: StaffInput<'assignBank'>): Promise<Assignment> {
  const lines = cx.db.selectFrom('bank_statement_lines').selectAll().where('id', '=', input.line);
  const seen = await lines.executeTakeFirst();
  // `refund fail` locks its refund before it closes the credit.
  const refund = seen && (await lockNamedRefund(cx, seen.text));
  const line = await lines.forUpdate().executeTakeFirst();
  if (!line) throw new Failure('not_found', { message: `Credit ${input.line} does not exist.` });
  if (line.payment_id !== null)
    throw new Failure('wrong_state', { message: `Credit ${line.id} is already assigned to payment ${line.payment_id}.` });
  if (line.returned_on !== null)
    throw new Failure('wrong_state', { message: `Credit ${line.id} was sent back to its payer on ${line.returned_on}.` });
  refuseCameBack(line, refund);
  if (input.payment !== undefined) return validateForPayment(cx, line, input.payment);
  const accountId = await accountIdOf(cx.db, input.account ?? '');
  await refuseClosed(cx, accountId);
  if (line.currency !== cx.settings.currency)
    throw new Failure('wrong_state', { message: `Credit ${line.id} is not in ${cx.settings.currency}.` });
  return { line, payment: null, accountId, above: line.amount, warning: null };
}

async function validateForPayment(cx: StaffCx, line: BankStatementLine, id: number): Promise<Assignment> {
  const locked = await lockPayment(cx.db, id);
  if (!locked) throw new Failure('not_found', { message: `Payment ${id} does not exist.` });
  const { payment } = locked;
  const accountId = payment.account_id;
  const orders = locked.orders.map(({ order }) => order);
  if (payment.gateway !== 'bank' || payment.currency !== line.currency)
    throw new Failure('wrong_state', { message: `Payment ${payment.id} is not a bank transfer in ${line.currency}.` });
  const known = await isConfirmed(cx, { ...line, payment_id: payment.id });
  if (!known) await refuseClosed(cx, accountId);
  const above = known ? 0n : await amountBeyondRequest(cx, payment, line.amount);
  const warning = known ? null : warnOfAssignment({ payment, accountId, orders, above });
  return { line, payment, accountId, above, warning };
}

/**
 * Assigns the credit to the payment, or to a new one that makes it balance. A job posts the money. Throws the errors of
 * `validateAssignment`.
 */
export async function assignBank(cx: StaffCx, input: StaffInput<'assignBank'>): Promise<StaffReply<'assignBank'>> {
  const { line, payment, accountId, above, warning } = await validateAssignment(cx, input);
  const { amount, currency } = line;
  const payment_id = payment?.id ?? (await insertUnrequestedTransfer(cx, { accountId, amount, currency }));
  await cx.db.updateTable('bank_statement_lines').set({ payment_id, closed_by: null }).where('id', '=', line.id).execute();
  const details = { line: line.id, ...(above > 0n && { above: formatDecimal(above) }) };
  await audit(cx, 'assignBank', { kind: 'payment', id: payment_id, accountId }, details);
  const waiting_orders = payment ? [] : await waitingOrders(cx, accountId);
  return { ...lineView({ ...line, payment_id }), account_id: accountId, waiting_orders, warning };
}

async function waitingOrders({ db }: StaffCx, accountId: number) {
  const orders = db.selectFrom('orders').select(['id', 'gross']).where('account_id', '=', accountId);
  const waiting = await orders.where('status', '=', 'awaiting_payment').orderBy('id').limit(20).execute();
  return waiting.map(({ id, gross }) => ({ id, amount: formatDecimal(gross) }));
}

/** Lines per statement. PostgreSQL accepts at most 65,535 values in a statement. */
const AT_A_TIME = 1_000;

/**
 * Inserts the bookings of a bank statement that no earlier file had.
 *
 * A line with exactly one reference is assigned to that payment. So is a line with the number of a pro forma invoice, if that is
 * unambiguous. A line with a hint waits for the operator, such as money for a closed account. A job posts the money. A debit of the file
 * closes the waiting credit that it sent back. Warns of matched credits that become balance. Reversed credits, and entries that cannot be read, are returned. Throws `validation` for a file of another account than the seller's, unless `account` names it.
 */
export async function importBank(
  cx: StaffCx,
  { file, account }: StaffInput<'importBank'>,
  read: StatementFile,
): Promise<StaffReply<'importBank'>> {
  await requireAccount(cx, read.ibans, account);
  await lockImports(cx.db);
  const plan = planImport(read, await findSimilarLines(cx.db, read, MAX_DAYS_APART));
  await hintSums(cx, plan);
  await takeReferences(cx.db, learned(plan));
  const { lines, unreadable } = read;
  const payments = await findReferenced(cx, [...lines, ...read.reversals]);
  const fresh = await insertFresh(cx, plan.fresh, payments);
  const unmatched: typeof fresh = [];
  for (const line of fresh) {
    if (line.payment_id !== null) continue;
    if (line.hint === null && !(await hintRefund(cx, line)) && (await matchLate(cx, line, payments))) continue;
    if (line.hint === null) await writeHint(cx, line, await hintMayBeRefund(cx, line));
    unmatched.push(line);
  }
  const warnings = await warnOfCredits(cx, fresh);
  const counts = { lines: lines.length, known: plan.known.size, matched: fresh.length - unmatched.length };
  const returned = await closeReturned(cx, read.debits);
  const waiting = unmatched.filter(({ id }) => !returned.some((one) => one.id === id));
  const reversed = plan.reversed.map(({ line, row }) => ({
    ...{ statement: line.statement, line: line.line, booked_on: line.bookedOn, amount: formatDecimal(line.amount) },
    ...{ currency: line.currency, payer: line.payer, text: line.text },
    payment_id: row?.paymentId ?? matchReference(line, payments)?.id ?? null,
  }));
  const others = { returned: returned.length, reversed: reversed.length, unreadable: unreadable.length };
  await audit(cx, 'importBank', null, { file, ...(account && { account }), ...counts, ...others });
  return { ...counts, warnings, unmatched: waiting.map(lineView), returned: returned.map(returnedView), reversed, unreadable };
}

/** Throws `validation` for a statement of an IBAN that is neither the seller's nor `named`. A seller without an IBAN has no other one. */
async function requireAccount({ db }: StaffCx, ibans: readonly string[], named: string | undefined): Promise<void> {
  const seller = await db.selectFrom('seller').select('iban').executeTakeFirst();
  const ours = seller?.iban?.replace(/\s/g, '').toUpperCase();
  const other = ibans.find((iban) => iban !== named && (named !== undefined || ours !== undefined) && iban !== ours);
  if (other === undefined) return;
  const message = `The file is a statement of ${other}, which is not the account of the seller. Name it with --account ${other} to import it.`;
  throw invalid('account', message);
}

/** Closes sums whose parts are in the file, with a hint. Throws `RaceLost`, and so retries, if a sum was assigned in the meantime. */
async function hintSums({ db }: StaffCx, { sums }: ImportPlan): Promise<void> {
  for (const [id, hint] of sums) {
    const update = db.updateTable('bank_statement_lines').where('id', '=', id).where('payment_id', 'is', null);
    const closed_by = sql<'parts' | null>`case when returned_on is null then 'parts' end`;
    const { numUpdatedRows } = await update.set({ hint, closed_by }).executeTakeFirst();
    if (numUpdatedRows === 0n) throw new RaceLost(`credit ${id} was assigned during the import`);
  }
}

/** Returns the rows that the file tells more about. */
function learned({ known }: ImportPlan) {
  return [...known].flatMap(([line, row]) => {
    const next = { id: row.id, account: row.account || line.account, reference: row.reference ?? line.reference };
    return next.account === row.account && next.reference === row.reference ? [] : [next];
  });
}

/** Writes a hint to a line that is a refund which came back. Returns whether it is one. */
async function hintRefund(cx: StaffCx, line: BankStatementLine): Promise<boolean> {
  const found = await matchRefund(cx, line);
  if (found === null) return false;
  line.closed_by = found.isClosed ? 'refund' : null;
  await writeHint(cx, line, found.hint);
  return true;
}

async function writeHint({ db }: StaffCx, line: BankStatementLine, hint: string | null): Promise<void> {
  if (hint === null) return;
  line.hint = hint;
  await db.updateTable('bank_statement_lines').set({ hint, closed_by: line.closed_by }).where('id', '=', line.id).execute();
}

/**
 * Assigns a line by the number of a pro forma invoice, or as money of a closed account that staff confirmed. Returns whether a payment was
 * assigned. Otherwise the line may have got a hint.
 */
async function matchLate(
  cx: StaffCx,
  line: BankStatementLine,
  payments: ReadonlyMap<string, ReferencedPayment>,
): Promise<boolean> {
  const payment = matchReference(line, payments);
  const match = payment ? await matchClosed(cx, line, payment) : await matchProform(cx, line);
  if (match === null) return false;
  const found = 'paymentId' in match ? { payment_id: match.paymentId } : { hint: match.hint };
  Object.assign(line, found);
  await cx.db.updateTable('bank_statement_lines').set(found).where('id', '=', line.id).execute();
  return 'paymentId' in match;
}

async function insertFresh(
  { db, clock }: StaffCx,
  lines: readonly FreshLine[],
  payments: ReadonlyMap<string, ReferencedPayment>,
): Promise<BankStatementLine[]> {
  const openId = (line: Pick<StatementLine, 'text' | 'currency'>) => {
    const payment = matchReference(line, payments);
    return payment?.isClosed === false ? payment.id : null;
  };
  const rows = lines.map(({ account, statement, line, amount, currency, payer, text, reference, hint, closedBy, ...rest }) => ({
    ...{ account, statement, line, amount, currency, payer, text, reference, hint, closed_by: closedBy },
    booked_on: rest.bookedOn,
    payer_iban: rest.payerIban,
    payment_id: hint === null ? openId({ text, currency }) : null,
    imported_at: clock.now(),
  }));
  const inserted: BankStatementLine[] = [];
  for (let at = 0; at < rows.length; at += AT_A_TIME) {
    const some = db.insertInto('bank_statement_lines').values(rows.slice(at, at + AT_A_TIME));
    inserted.push(...(await some.returningAll().execute()));
  }
  return inserted;
}

/** Returns a credit as shown to the operator, with its amount as a decimal string. */
function lineView({ amount, booked_on, ...line }: BankStatementLine) {
  const { id, account, statement, reference, currency, payer, text, payment_id, hint } = line;
  const names = { id, account, statement, line: line.line, reference };
  return { ...names, booked_on, amount: formatDecimal(amount), currency, payer, text, payment_id, hint };
}

/** Returns a credit that was sent back, with the date. */
function returnedView(line: BankStatementLine) {
  if (line.returned_on === null) throw new Error(`credit ${line.id} was not sent back`);
  return { ...lineView(line), returned_on: line.returned_on };
}
