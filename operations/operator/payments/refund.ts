import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { refundPayment as refund } from '@innkeeper/domain/payments/refund';
import { formatDecimal, parseDecimal } from '@innkeeper/model/money';
import type { OperatorCx } from '../context.ts';
import { loadPayment } from './view.ts';

/**
 * Starts a refund of the amount, by default of all that is left. Throws `not_found`, `wrong_state` for more than is left, and
 * `insufficient_funds`.
 */
export async function refundPayment(
  cx: OperatorCx,
  { payment, amount }: OperatorInput<'refundPayment'>,
): Promise<OperatorResult<'refundPayment'>> {
  const made = await refund(cx, payment, amount === undefined ? undefined : parseDecimal(amount));
  const refunded = await loadPayment(cx.db, payment);
  const resource = { kind: 'payment', id: payment, accountId: refunded.account_id };
  await audit(cx, 'refundPayment', resource, { refund: made.id, amount: formatDecimal(made.amount) });
  return refunded;
}
