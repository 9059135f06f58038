import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { Payment } from '@innkeeper/db/schema';
import { lockPayment } from '@innkeeper/db/tables/payments';
import { audit } from '@innkeeper/domain/audit';
import { applyAndKeepMoney } from '@innkeeper/domain/payments/apply';
import { amountBeyondRequest } from '@innkeeper/domain/payments/beyond-request';
import { byHandReceipt } from '@innkeeper/domain/payments/land-transfer';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, decimal } from '@innkeeper/model/money';
import { cents } from '../accounts/find.ts';
import type { OperatorCx } from '../context.ts';
import { loadPayment } from './view.ts';

/** Locks the payment and judges a confirmation. `above`: the part of `amount` that the payment does not ask for. Throws `not_found` and `wrong_state`. */
export async function judgeConfirmation(
  cx: OperatorCx,
  input: OperatorInput<'confirmPayment'>,
): Promise<{ payment: Payment; amount: Cents; above: Cents }> {
  const locked = await lockPayment(cx.db, input.payment);
  if (!locked) throw new Failure('not_found', { message: `Payment ${input.payment} does not exist.` });
  const { payment } = locked;
  const known = await loadPayment(cx.db, payment.id);
  if (payment.state === 'succeeded' || known.receipts.some(({ receipt }) => receipt === byHandReceipt(payment.id)))
    throw new Failure('wrong_state', { message: `The money of payment ${payment.id} has already arrived.` });
  const amount = input.amount === undefined ? payment.amount : cents(input.amount);
  if (amount <= 0n) throw new Failure('wrong_state', { message: 'No money has arrived for this payment.' });
  return { payment, amount, above: await amountBeyondRequest(cx, payment, amount) };
}

/** A line of a statement that is imported later and tells of the same money is not posted again. */
export async function confirmPayment(
  cx: OperatorCx,
  input: OperatorInput<'confirmPayment'>,
): Promise<OperatorResult<'confirmPayment'>> {
  const { payment, amount, above } = await judgeConfirmation(cx, input);
  const receipts = [{ id: byHandReceipt(payment.id), amount }];
  await applyAndKeepMoney(cx, payment.id, { state: 'succeeded', receipts, card: null });
  const resource = { kind: 'payment', id: payment.id, accountId: payment.account_id };
  await audit(cx, 'confirmPayment', resource, { amount: decimal(amount), ...(above > 0n && { above: decimal(above) }) });
  return loadPayment(cx.db, payment.id);
}
