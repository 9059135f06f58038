import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { lockPayment } from '@innkeeper/db/tables/payments';
import { audit } from '@innkeeper/domain/audit';
import { applyInTransaction } from '@innkeeper/domain/receipts/apply';
import { Failure } from '@innkeeper/model/failures';
import { isPaymentOpen } from '@innkeeper/model/states/payment';
import type { OperatorCx } from '../context.ts';
import { loadPayment } from './view.ts';

/** Ends an open payment as failed. Throws `not_found`, and `wrong_state` for a payment that has ended. */
export async function failPayment(cx: OperatorCx, input: OperatorInput<'failPayment'>): Promise<OperatorResult<'failPayment'>> {
  const locked = await lockPayment(cx.db, input.payment);
  if (!locked) throw new Failure('not_found', { message: `Payment ${input.payment} does not exist.` });
  const { id, state, account_id: accountId } = locked.payment;
  if (!isPaymentOpen(state)) throw new Failure('wrong_state', { message: `Payment ${id} has already ${state}.` });
  await applyInTransaction(cx, id, {
    state: 'failed',
    code: 'by_hand',
    reason: 'Our staff ended this payment.',
    hardDecline: false,
  });
  await audit(cx, 'failPayment', { kind: 'payment', id, accountId });
  return loadPayment(cx.db, id);
}
