import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { refundPayment as refund } from '@innkeeper/domain/payments/refund';
import { decimal } from '@innkeeper/model/money';
import { cents } from '../accounts/find.ts';
import type { OperatorCx } from '../context.ts';
import { loadPayment } from './view.ts';

export async function refundPayment(
  cx: OperatorCx,
  { payment, amount }: OperatorInput<'refundPayment'>,
): Promise<OperatorResult<'refundPayment'>> {
  const made = await refund(cx, payment, amount === undefined ? undefined : cents(amount));
  const refunded = await loadPayment(cx.db, payment);
  const resource = { kind: 'payment', id: payment, accountId: refunded.account_id };
  await audit(cx, 'refundPayment', resource, { refund: made.id, amount: decimal(made.amount) });
  return refunded;
}
