import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { BankStatementLine, Payment } from '@innkeeper/db/schema';
import { lockPayment } from '@innkeeper/db/tables/payments';
import { audit } from '@innkeeper/domain/audit';
import { amountBeyondRequest } from '@innkeeper/domain/payments/beyond-request';
import { isConfirmed } from '@innkeeper/domain/receipts/post-bank-transfer';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money';
import type { OperatorCx } from '../context.ts';
import { lineView } from './view.ts';

/**
 * Locks the credit and the payment and validates the assignment. `above` is the part of the credit that exceeds the requested payment, and
 * 0 for money that was already confirmed by hand. Throws `not_found` and `wrong_state`.
 */
export async function validateAssignment(
  cx: OperatorCx,
  input: OperatorInput<'assignBank'>,
): Promise<{ line: BankStatementLine; payment: Payment; above: Cents }> {
  const lines = cx.db.selectFrom('bank_statement_lines').selectAll().where('id', '=', input.line);
  const line = await lines.forUpdate().executeTakeFirst();
  const locked = await lockPayment(cx.db, input.payment);
  if (!line) throw new Failure('not_found', { message: `Credit ${input.line} does not exist.` });
  if (!locked) throw new Failure('not_found', { message: `Payment ${input.payment} does not exist.` });
  const { payment } = locked;
  if (line.payment_id !== null)
    throw new Failure('wrong_state', { message: `Credit ${line.id} is already assigned to payment ${line.payment_id}.` });
  if (payment.gateway !== 'bank' || payment.currency !== line.currency)
    throw new Failure('wrong_state', { message: `Payment ${payment.id} is not a bank transfer in ${line.currency}.` });
  const known = await isConfirmed(cx, { ...line, payment_id: payment.id });
  return { line, payment, above: known ? 0n : await amountBeyondRequest(cx, payment, line.amount) };
}

/** Assigns the credit to the payment. A job posts the money. Throws the errors of `validateAssignment`. */
export async function assignBank(cx: OperatorCx, input: OperatorInput<'assignBank'>): Promise<OperatorResult<'assignBank'>> {
  const { line, payment, above } = await validateAssignment(cx, input);
  await cx.db.updateTable('bank_statement_lines').set({ payment_id: payment.id }).where('id', '=', line.id).execute();
  const details = { line: line.id, ...(above > 0n && { above: formatDecimal(above) }) };
  await audit(cx, 'assignBank', { kind: 'payment', id: payment.id, accountId: payment.account_id }, details);
  return lineView({ ...line, payment_id: payment.id });
}
