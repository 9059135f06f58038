/** Quotes for the purchase, renewal and cancellation of a support plan. */
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseCancellation } from '@innkeeper/domain/endings/cancellation';
import { endLines } from '@innkeeper/domain/endings/end-line';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { refuseOrder } from '@innkeeper/domain/orders/place';
import { type OrderQuote, quoteOf } from '@innkeeper/domain/orders/quote';
import { renewalAfter, renewalOfNew } from '@innkeeper/domain/renewals/next-renewal';
import { lockedRenewalLines } from '@innkeeper/domain/renewals/renewal';
import { offerOf } from '@innkeeper/domain/service-types/offers';
import {
  checkSupportPlan,
  requireSupportPlan,
  type SupportPlanPurchase,
  supportPlanLine,
} from '@innkeeper/domain/support-plans/check';
import { sumLines } from '@innkeeper/model/pricing/order';
import type { SupportPlanRenewal } from './renew-plan.ts';

const IMMEDIATE_DELIVERY = { downtime: 'none', capacity: 'ok' } as const;

/** Returns the quote for a purchase. Throws the errors of `purchaseSupportPlan`. */
export async function quotePurchaseSupportPlan(cx: MutatingCx<Customer>, purchase: SupportPlanPurchase): Promise<OrderQuote> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const line = supportPlanLine(cx, buyer.tax, await checkSupportPlan(cx, purchase), purchase.billingCycle);
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount: line.gross }, purchase);
  const nextRenewal = renewalOfNew(line.period_to, [{ net: line.list_net }], buyer.tax);
  return quoteOf(cx, buyer, [line], { ...IMMEDIATE_DELIVERY, nextRenewal });
}

/** Returns the quote for a renewal. Throws the errors of `renewSupportPlan`. */
export async function quoteSupportPlanRenewal(cx: MutatingCx<Customer>, renewal: SupportPlanRenewal): Promise<OrderQuote> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { id } = await requireSupportPlan(cx);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, { ...renewal, ids: [id], type: 'support-plan' });
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount: sumLines(lines).gross }, renewal);
  const quoted = await quoteOf(cx, buyer, lines, IMMEDIATE_DELIVERY);
  return { ...quoted, nextRenewal: await renewalAfter(cx, buyer, [id], lines) };
}

/** Returns the quote for the refund, which is nothing for a plan that ends at its expiry. Throws the errors of `cancelSupportPlan`. */
export async function quoteCancelSupportPlan(cx: MutatingCx<Customer>, { now }: { now: boolean }): Promise<OrderQuote> {
  const service = await requireSupportPlan(cx);
  await refuseCancellation(cx, service);
  const lines = now ? await endLines(cx, service, await offerOf(cx.db, service)) : [];
  return quoteOf(cx, cx.actor, lines, IMMEDIATE_DELIVERY);
}
