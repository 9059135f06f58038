import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { placeOrder } from '@innkeeper/domain/orders/place';
import { lockedRenewalLines } from '@innkeeper/domain/renewals/renewal';
import { Failure } from '@innkeeper/model/failures';

export interface FloatingIpRenewal {
  ids: readonly number[];
  /** Renewal period in months. */
  billingCycle: number;
  autoPay: boolean;
}

/**
 * Orders a renewal of floating IPs, with one order line for each floating IP. Throws `validation` with the field, `not_yours`, `locked`,
 * `wrong_state` and `unpaid_limit`.
 */
export async function renewFloatingIps(cx: MutatingCx<Customer>, renewal: FloatingIpRenewal): Promise<LoadedOrder> {
  const { autoPay, ids } = renewal;
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, { ...renewal, type: 'floating-ip' });
  const { orderId } = await placeOrder(cx, { buyer, type: 'renew-service', autoPay, lines });
  for (const id of ids) await audit(cx, 'renewFloatingIps', { kind: 'floating_ip', id }, { order: orderId });
  const [order] = await loadOrders(cx.db, [orderId]);
  if (!order) throw new Failure('internal', { internal: `order ${orderId} is gone` });
  return order;
}
