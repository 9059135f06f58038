import { loadFloatingIps, type ShownFloatingIp } from '@innkeeper/db/tables/floating-ips';
import { serviceLines } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { checkPurchase, countOf, type FloatingIpPurchase, floatingIpLines } from '@innkeeper/domain/floating-ips/check';
import { deliverFloatingIps } from '@innkeeper/domain/floating-ips/deliver';
import { reserveFloatingIps } from '@innkeeper/domain/floating-ips/reserve';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { decidePayment, payOrder, writeOrder } from '@innkeeper/domain/orders/place';
import { sumLines } from '@innkeeper/model/pricing/order';

export interface Purchased {
  floatingIps: ShownFloatingIp[];
  orderId: number;
}

/**
 * Orders all the floating IPs or none. Their addresses are reserved until the order is paid or expires.
 *
 * After payment they become active and are attached to the given server, if any. Throws `validation` with the field, `not_yours`, `locked`,
 * `wrong_state`, `no_capacity`, and the errors of `decidePayment`.
 */
export async function purchaseFloatingIps(cx: MutatingCx<Customer>, purchase: FloatingIpPurchase): Promise<Purchased> {
  const { billingCycle, autoPay, serverId = null } = purchase;
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { requests, nodeId } = await checkPurchase(cx, purchase);
  const lines = floatingIpLines(cx, buyer.tax, requests, billingCycle);
  const reserves = { servers: 0, addresses: countOf(requests), amount: sumLines(lines).gross };
  const payment = await decidePayment(cx, buyer, reserves, { autoPay });
  const reserved = await reserveFloatingIps(cx, { requests, nodeId, billingCycle, serverId, paid: payment.paid });
  const ordered = lines.map((line, i) => ({
    ...line,
    sublabel: reserved[i]?.address ?? '',
    service_id: reserved[i]?.id ?? null,
  }));
  const order = await writeOrder(cx, { buyer, type: 'new-floating-ip', autoPay, lines: ordered }, payment);
  const { orderId } = order;
  await payOrder(cx, order, () => deliverFloatingIps(cx, serviceLines(order.lines)));
  for (const { id, address } of reserved)
    await audit(cx, 'purchaseFloatingIps', { kind: 'floating_ip', id }, { order: orderId, address, server: serverId });
  const ids = reserved.map(({ id }) => id);
  return { floatingIps: await loadFloatingIps(cx.db, ids), orderId };
}
