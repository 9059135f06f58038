/** What a purchase, a renewal and a cancellation of a support plan would cost or refund. */
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { renewalAfter, renewalOfNew } from '@innkeeper/domain/orders/next-renewal';
import { refuseOrder } from '@innkeeper/domain/orders/place';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import { refuseCancellation } from '@innkeeper/domain/services/cancellation';
import { endLines } from '@innkeeper/domain/services/end-line';
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
  const nextRenewal = renewalOfNew(line.period_to, [{ net: line.list_net }], buyer.tax);
  return quoteOf(cx, buyer, [line], { ...AT_ONCE, nextRenewal });
}

/** Throws what `renewSupportPlan` throws. */
export async function quoteSupportPlanRenewal(cx: MutatingCx<Customer>, renewal: SupportPlanRenewal): Promise<Quoted> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { id } = await requireSupportPlan(cx);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, { ...renewal, ids: [id], type: 'support-plan' });
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount: sumLines(lines).gross }, renewal);
  const quoted = await quoteOf(cx, buyer, lines, AT_ONCE);
  return { ...quoted, nextRenewal: await renewalAfter(cx, buyer, [id], lines) };
}

/** Nothing for what ends at its expiry. Throws what `cancelSupportPlan` throws. */
export async function quoteCancelSupportPlan(cx: MutatingCx<Customer>, { now }: { now: boolean }): Promise<Quoted> {
  const service = await requireSupportPlan(cx);
  await refuseCancellation(cx, service);
  const lines = now ? await endLines(cx, service, await offerOf(cx.db, service)) : [];
  return quoteOf(cx, cx.actor, lines, AT_ONCE);
}
