/** Orders of floating IPs, and their price before. */
import type { Quote } from '@innkeeper/contract/schemas/quote';
import { loadFloatingIps } from '@innkeeper/db/tables/floating-ips';
import { explainShortage } from '@innkeeper/db/tables/ip-pools';
import { serviceLines } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import {
  checkPurchase,
  countOf,
  type FloatingIpPurchase,
  type FloatingIpsRequest,
  floatingIpLines,
} from '@innkeeper/domain/floating-ips/check';
import { deliverFloatingIps } from '@innkeeper/domain/floating-ips/deliver';
import { reserveFloatingIps } from '@innkeeper/domain/floating-ips/reserve';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { decidePayment, payOrder, refuseOrder, writeOrder } from '@innkeeper/domain/orders/place';
import { quoteOf } from '@innkeeper/domain/orders/quote';
import { renewalOfNew } from '@innkeeper/domain/renewals/next-renewal';
import { refuseSuspended } from '@innkeeper/domain/services/suspended-account';
import { FLOATING_IP_KINDS } from '@innkeeper/model/net/floating-ips';
import { sumLines } from '@innkeeper/model/pricing/order';
import { presentFloatingIp } from '@innkeeper/present/floating-ip';
import { presentQuote } from '@innkeeper/present/quote';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Input, QuoteInput, Reply } from '../define.ts';

/**
 * Orders all the floating IPs or none. Their addresses are reserved until the order is paid or expires.
 *
 * After payment they become active and are attached to the given server, if any. Throws `validation` with the field, `not_yours`, `locked`,
 * `wrong_state`, `no_capacity`, and the errors of `decidePayment`.
 */
export async function purchaseFloatingIps(
  cx: MutatingCx<Customer>,
  { body }: Input<'purchaseFloatingIps'>,
): Promise<Reply<'purchaseFloatingIps'>> {
  const { billing_cycle: billingCycle, auto_pay: autoPay, server_id: serverId = null } = body;
  await refuseSuspended(cx);
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { requests, nodeId } = await checkPurchase(cx, purchaseOf(body));
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
  const bought = await loadFloatingIps(cx.db, ids);
  const data = bought.map((row) => presentFloatingIp(row, cx.actor.taxRate));
  return new WithHeaders({ data }, { 'X-Order-Id': String(orderId) });
}

/**
 * Returns the quote for the floating IPs and whether enough of them are free. Throws the errors of `purchaseFloatingIps`, except
 * `no_capacity`.
 */
export async function quotePurchaseFloatingIps(
  cx: MutatingCx<Customer>,
  { body }: QuoteInput<'purchaseFloatingIps'>,
): Promise<Quote> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { requests } = await checkPurchase(cx, purchaseOf(body));
  const lines = floatingIpLines(cx, buyer.tax, requests, body.billing_cycle);
  const reserves = { servers: 0, addresses: countOf(requests), amount: sumLines(lines).gross };
  await refuseOrder(cx, buyer, reserves, { autoPay: body.auto_pay });
  const capacity = (await explainFloatingIpShortage(cx, requests)) ?? 'ok';
  const [first] = lines;
  const periods = lines.map(({ list_net: net }) => ({ net }));
  const nextRenewal = first ? renewalOfNew(first.period_to, periods, buyer.tax) : null;
  return presentQuote(await quoteOf(cx, buyer, lines, { downtime: 'none', capacity, nextRenewal }));
}

async function explainFloatingIpShortage(
  cx: MutatingCx<Customer>,
  requests: readonly FloatingIpsRequest[],
): Promise<string | undefined> {
  const requester = { accountId: cx.actor.accountId, now: cx.clock.now() };
  for (const { kind, count } of requests) {
    const lack = await explainShortage(cx.db, { ...FLOATING_IP_KINDS[kind], use: 'floating' }, { ...requester, count });
    if (lack) return lack;
  }
  return undefined;
}

function purchaseOf({ ipv4, ipv4_ddos, ipv6, server_id }: Input<'purchaseFloatingIps'>['body']): FloatingIpPurchase {
  return { counts: { ipv4, 'ipv4-ddos': ipv4_ddos, ipv6 }, serverId: server_id };
}
