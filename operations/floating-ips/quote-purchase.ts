import { explainShortage } from '@innkeeper/db/tables/ip-pools';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import {
  checkPurchase,
  countOf,
  type FloatingIpPurchase,
  type FloatingIpsRequest,
  floatingIpLines,
} from '@innkeeper/domain/floating-ips/check';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { refuseOrder } from '@innkeeper/domain/orders/place';
import { type OrderQuote, quoteOf } from '@innkeeper/domain/orders/quote';
import { renewalOfNew } from '@innkeeper/domain/renewals/next-renewal';
import { FLOATING_IP_KINDS } from '@innkeeper/model/floating-ips';
import { sumLines } from '@innkeeper/model/pricing/order';

/**
 * Returns the quote for the floating IPs and whether enough of them are free. Throws the errors of `purchaseFloatingIps`, except
 * `no_capacity`.
 */
export async function quotePurchaseFloatingIps(cx: MutatingCx<Customer>, purchase: FloatingIpPurchase): Promise<OrderQuote> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { requests } = await checkPurchase(cx, purchase);
  const lines = floatingIpLines(cx, buyer.tax, requests, purchase.billingCycle);
  await refuseOrder(cx, buyer, { servers: 0, addresses: countOf(requests), amount: sumLines(lines).gross }, purchase);
  const capacity = (await explainFloatingIpShortage(cx, requests)) ?? 'ok';
  const [first] = lines;
  const periods = lines.map(({ list_net: net }) => ({ net }));
  const nextRenewal = first ? renewalOfNew(first.period_to, periods, buyer.tax) : null;
  return quoteOf(cx, buyer, lines, { downtime: 'none', capacity, nextRenewal });
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
