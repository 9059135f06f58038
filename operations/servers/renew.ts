import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { placeOrder } from '@innkeeper/domain/orders/place';
import { lockedRenewalLines, type Renewal } from '@innkeeper/domain/renewals/renewal';
import { Failure } from '@innkeeper/model/failures';

/**
 * Orders a renewal of servers and their addons. They are extended when the order is paid, which is at once if the balance covers it. The
 * cycle of automatic renewal does not change.
 *
 * Throws `validation` with the field, `not_yours`, `locked`, `wrong_state` and `unpaid_limit`.
 */
export async function renewServers(cx: MutatingCx<Customer>, renewal: Renewal & { autoPay: boolean }): Promise<LoadedOrder> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { lines, promo } = await lockedRenewalLines(cx, buyer.tax, renewal);
  const { orderId } = await placeOrder(cx, { buyer, type: 'renew-service', autoPay: renewal.autoPay, promo, lines });
  for (const id of renewal.ids) await audit(cx, 'renewServers', { kind: 'server', id }, { order: orderId });
  const [order] = await loadOrders(cx.db, [orderId]);
  if (!order) throw new Failure('internal', { internal: `order ${orderId} is gone` });
  return order;
}
