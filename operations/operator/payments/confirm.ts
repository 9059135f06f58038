import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { Payment } from '@innkeeper/db/schema';
import { lockPayment } from '@innkeeper/db/tables/payments';
import { audit } from '@innkeeper/domain/audit';
import { amountBeyondRequest } from '@innkeeper/domain/payments/beyond-request';
import { applyOrKeepAsBalance } from '@innkeeper/domain/receipts/apply';
import { manualReceiptId } from '@innkeeper/domain/receipts/post-bank-transfer';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, formatDecimal, parseDecimal } from '@innkeeper/model/money';
import type { OperatorCx } from '../context.ts';
import { loadPayment } from './view.ts';

/**
 * Locks the payment and validates a confirmation. `above` is the part of `amount` that exceeds the requested payment. Throws `not_found`
 * and `wrong_state`.
 */
export async function validateConfirmation(
  cx: OperatorCx,
  input: OperatorInput<'confirmPayment'>,
): Promise<{ payment: Payment; amount: Cents; above: Cents }> {
  const locked = await lockPayment(cx.db, input.payment);
  if (!locked) throw new Failure('not_found', { message: `Payment ${input.payment} does not exist.` });
  const { payment } = locked;
  const known = await loadPayment(cx.db, payment.id);
  if (payment.state === 'succeeded' || known.receipts.some(({ receipt }) => receipt === manualReceiptId(payment.id)))
    throw new Failure('wrong_state', { message: `The money of payment ${payment.id} has already arrived.` });
  const amount = input.amount === undefined ? payment.amount : parseDecimal(input.amount);
  if (amount <= 0n) throw new Failure('wrong_state', { message: 'No money has arrived for this payment.' });
  return { payment, amount, above: await amountBeyondRequest(cx, payment, amount) };
}

/**
 * Confirms by hand that the money of a payment has arrived. A statement line for the same money that is imported later is not posted again.
 */
export async function confirmPayment(
  cx: OperatorCx,
  input: OperatorInput<'confirmPayment'>,
): Promise<OperatorResult<'confirmPayment'>> {
  const { payment, amount, above } = await validateConfirmation(cx, input);
  const receipts = [{ id: manualReceiptId(payment.id), amount }];
  await applyOrKeepAsBalance(cx, payment.id, { state: 'succeeded', receipts, card: null });
  const resource = { kind: 'payment', id: payment.id, accountId: payment.account_id };
  await audit(cx, 'confirmPayment', resource, {
    amount: formatDecimal(amount),
    ...(above > 0n && { above: formatDecimal(above) }),
  });
  return loadPayment(cx.db, payment.id);
}
