/** What a purchase, a renewal and a cancellation of a support plan would cost or refund. */
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { refuseOrder } from '@innkeeper/domain/orders/place';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import { refuseCancellation } from '@innkeeper/domain/services/cancellation';
import { refundOfEnd } from '@innkeeper/domain/services/end-early';
import { offerOf } from '@innkeeper/domain/services/offers';
import { lockedRenewalLines } from '@innkeeper/domain/services/renewal';
import {
  checkSupportPlan,
  requireSupportPlan,
  type SupportPlanPurchase,
  supportPlanLine,
} from '@innkeeper/domain/support-plans/check';
import { sumLines } from '@innkeeper/model/pricing/order';
import type { SupportPlanRenewal } from './renew-plan.ts';

const AT_ONCE = { downtime: 'none', capacity: 'ok' } as const;

/** Throws what `purchaseSupportPlan` throws. */
export async function quotePurchaseSupportPlan(cx: MutatingCx<Customer>, purchase: SupportPlanPurchase): Promise<Quoted> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const line = supportPlanLine(cx, buyer.tax, await checkSupportPlan(cx, purchase), purchase.billingCycle);
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount: line.gross }, purchase);
  return quoteOf(cx, buyer, [line], AT_ONCE);
}

/** Throws what `renewSupportPlan` throws. */
export async function quoteSupportPlanRenewal(cx: MutatingCx<Customer>, renewal: SupportPlanRenewal): Promise<Quoted> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { id } = await requireSupportPlan(cx);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, { ...renewal, ids: [id], type: 'support-plan' });
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount: sumLines(lines).gross }, renewal);
  return quoteOf(cx, buyer, lines, AT_ONCE);
}

/** Nothing for what ends at its expiry. Throws what `cancelSupportPlan` throws. */
export async function quoteCancelSupportPlan(cx: MutatingCx<Customer>, { now }: { now: boolean }): Promise<Quoted> {
  const service = await requireSupportPlan(cx);
  await refuseCancellation(cx, service);
  const { label, sublabel } = await offerOf(cx.db, service);
  const refunds = now ? await refundOfEnd(cx, service) : [];
  const lines = refunds.map(({ net, vat }) => ({ label, sublabel, net: -net, vat: -vat, gross: -(net + vat) }));
  return quoteOf(cx, cx.actor, lines, AT_ONCE);
}
