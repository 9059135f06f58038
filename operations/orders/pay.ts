import { coversFromBalance } from '@innkeeper/db/ledger';
import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { settleFromBalance } from '@innkeeper/domain/orders/settle';
import { requireReferences } from '@innkeeper/domain/resources/references';
import { Failure, invalid } from '@innkeeper/model/failures';

/**
 * Pays orders from the balance, all or none, and starts their fulfilment. Throws `validation` for an absent order, `not_yours`,
 * `wrong_state` for one that does not wait for money, `insufficient_funds`.
 */
export async function payOrders(
  cx: MutatingCx<Customer>,
  input: { orderIds: number[]; paymentMethod: string },
): Promise<LoadedOrder[]> {
  if (input.paymentMethod !== 'balance') throw invalid('payment_method', 'Orders can be paid from the balance only.');
  const ids = [...new Set(input.orderIds)];
  const orders = await requireReferences(cx, 'order', ids, 'order_ids');
  const due = orders.reduce((sum, { gross }) => sum + gross, 0n);
  if (!(await coversFromBalance(cx.db, cx.actor.accountId, due))) throw new Failure('insufficient_funds');
  for (const order of orders) {
    await settleFromBalance(cx, order);
    await audit(cx, 'payOrders', { kind: 'order', id: order.id });
  }
  return loadOrders(cx.db, ids);
}
