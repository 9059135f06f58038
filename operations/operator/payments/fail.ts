import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { lockPayment } from '@innkeeper/db/tables/payments';
import { audit } from '@innkeeper/domain/audit';
import { applyIn } from '@innkeeper/domain/payments/apply';
import { Failure } from '@innkeeper/model/failures';
import { isOpen } from '@innkeeper/model/states/payment';
import type { OperatorCx } from '../context.ts';
import { loadPayment } from './view.ts';

export async function failPayment(cx: OperatorCx, input: OperatorInput<'failPayment'>): Promise<OperatorResult<'failPayment'>> {
  const locked = await lockPayment(cx.db, input.payment);
  if (!locked) throw new Failure('not_found', { message: `There is no payment ${input.payment}.` });
  const { id, state, account_id: accountId } = locked.payment;
  if (!isOpen(state)) throw new Failure('wrong_state', { message: `Payment ${id} has ${state}.` });
  await applyIn(cx, id, { state: 'failed', code: 'by_hand', reason: 'The payment was ended by our staff.', hardDecline: false });
  await audit(cx, 'failPayment', { kind: 'payment', id, accountId });
  return loadPayment(cx.db, id);
}
