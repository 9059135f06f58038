/** Support plans: those on sale, and the one of an account. */
import type { Quote } from '@innkeeper/contract/schemas/quote';
import { loadOrders, serviceLines } from '@innkeeper/db/tables/orders';
import { insertSupportPlan, loadSupportPlanOf, supportPlansOnSale } from '@innkeeper/db/tables/support-plans';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { refuseCancellation, requestCancellation, revokeCancellation } from '@innkeeper/domain/endings/cancellation';
import { endEarly } from '@innkeeper/domain/endings/end-early';
import { endLines } from '@innkeeper/domain/endings/end-line';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { decidePayment, payOrder, placeOrder, refuseOrder, writeOrder } from '@innkeeper/domain/orders/place';
import { quoteOf } from '@innkeeper/domain/orders/quote';
import { renewalAfter, renewalOfNew } from '@innkeeper/domain/renewals/next-renewal';
import { lockedRenewalLines } from '@innkeeper/domain/renewals/renewal';
import { offerOf } from '@innkeeper/domain/service-types/offers';
import { beginTerm } from '@innkeeper/domain/services/begin-term';
import { refuseSuspended } from '@innkeeper/domain/services/suspended-account';
import { alreadyHasPlan, checkSupportPlan, requireSupportPlan, supportPlanLine } from '@innkeeper/domain/support-plans/check';
import { Failure } from '@innkeeper/model/failures';
import { sumLines } from '@innkeeper/model/pricing/order';
import { serviceLifecycle } from '@innkeeper/model/states/server';
import { presentOrder } from '@innkeeper/present/order';
import { presentQuote } from '@innkeeper/present/quote';
import { WithHeaders } from '@innkeeper/present/reply';
import { presentAccountSupportPlan, presentSupportPlan } from '@innkeeper/present/support-plan';
import type { Input, QuoteInput, Reply } from '../define.ts';

const IMMEDIATE_DELIVERY = { downtime: 'none', capacity: 'ok' } as const;

/** Lists the support plans on sale, in the operator's order. */
export async function listSupportPlans(cx: Cx<Customer>): Promise<Reply<'listSupportPlans'>> {
  const plans = await supportPlansOnSale(cx.db);
  return { data: plans.map((plan) => presentSupportPlan(plan, cx.actor.taxRate)) };
}

/** Returns the caller's support plan. Throws `not_found` if there is none. */
export async function getSupportPlan(cx: Cx<Customer>): Promise<Reply<'getSupportPlan'>> {
  const plan = await loadSupportPlanOf(cx.db, cx.actor.accountId);
  if (!plan) throw new Failure('not_found', { message: 'This account has no support plan.' });
  return presentAccountSupportPlan(plan, cx.actor.taxRate);
}

/**
 * Orders a support plan, which is active once it is paid. Throws `validation` for `plan`, `wrong_state` if the account already has a plan,
 * and the errors of `decidePayment`.
 */
export async function purchaseSupportPlan(
  cx: MutatingCx<Customer>,
  { body }: Input<'purchaseSupportPlan'>,
): Promise<Reply<'purchaseSupportPlan'>> {
  const { billing_cycle: billingCycle, auto_pay: autoPay } = body;
  const { accountId } = cx.actor;
  await refuseSuspended(cx);
  const buyer = await buyerOf(cx, accountId);
  const plan = await checkSupportPlan(cx, body);
  const line = supportPlanLine(cx, buyer.tax, plan, billingCycle);
  const payment = await decidePayment(cx, buyer, { servers: 0, addresses: 0, amount: line.gross }, { autoPay });
  const id = await insertSupportPlan(cx.db, {
    key: plan.key,
    account_id: accountId,
    status: payment.paid ? serviceLifecycle.next('awaiting_payment', 'pay') : 'awaiting_payment',
    billing_cycle: billingCycle,
    renew_price: plan.price * BigInt(billingCycle),
    created_at: cx.clock.now(),
  });
  if (id === undefined) throw alreadyHasPlan();
  const order = await writeOrder(cx, { buyer, type: 'new-service', autoPay, lines: [{ ...line, service_id: id }] }, payment);
  const { orderId } = order;
  await payOrder(cx, order, () => beginTerm(cx, serviceLines(order.lines), 'Support plan'));
  await audit(cx, 'purchaseSupportPlan', { kind: 'support_plan', id }, { order: orderId, plan: plan.key });
  return orderReply(cx, orderId);
}

/** Returns the quote for a purchase. Throws the errors of `purchaseSupportPlan`. */
export async function quotePurchaseSupportPlan(
  cx: MutatingCx<Customer>,
  { body }: QuoteInput<'purchaseSupportPlan'>,
): Promise<Quote> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const line = supportPlanLine(cx, buyer.tax, await checkSupportPlan(cx, body), body.billing_cycle);
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount: line.gross }, { autoPay: body.auto_pay });
  const nextRenewal = renewalOfNew(line.period_to, [{ net: line.list_net }], buyer.tax);
  return presentQuote(await quoteOf(cx, buyer, [line], { ...IMMEDIATE_DELIVERY, nextRenewal }));
}

/** Orders a renewal of the caller's support plan. Throws `not_found`, `locked`, `wrong_state` and `unpaid_limit`. */
export async function renewSupportPlan(
  cx: MutatingCx<Customer>,
  { body }: Input<'renewSupportPlan'>,
): Promise<Reply<'renewSupportPlan'>> {
  const { billing_cycle: billingCycle, auto_pay: autoPay } = body;
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { id } = await requireSupportPlan(cx);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, { type: 'support-plan', ids: [id], billingCycle });
  const { orderId } = await placeOrder(cx, { buyer, type: 'renew-service', autoPay, lines });
  await audit(cx, 'renewSupportPlan', { kind: 'support_plan', id }, { order: orderId });
  return orderReply(cx, orderId);
}

/** Returns the quote for a renewal. Throws the errors of `renewSupportPlan`. */
export async function quoteRenewSupportPlan(cx: MutatingCx<Customer>, { body }: QuoteInput<'renewSupportPlan'>): Promise<Quote> {
  const { billing_cycle: billingCycle, auto_pay: autoPay } = body;
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { id } = await requireSupportPlan(cx);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, { type: 'support-plan', ids: [id], billingCycle });
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount: sumLines(lines).gross }, { autoPay });
  const quoted = await quoteOf(cx, buyer, lines, IMMEDIATE_DELIVERY);
  return presentQuote({ ...quoted, nextRenewal: await renewalAfter(cx, buyer, [id], lines) });
}

async function orderReply(cx: MutatingCx, orderId: number) {
  const [order] = await loadOrders(cx.db, [orderId]);
  if (!order) throw new Failure('internal', { internal: `order ${orderId} is gone` });
  return new WithHeaders(presentOrder(order), { 'X-Order-Id': String(order.id) });
}

/**
 * Cancels the caller's support plan. It ends now with a refund of the remaining paid time, or at the end of that time. Throws `not_found`
 * and `wrong_state`.
 */
export async function cancelSupportPlan(cx: MutatingCx<Customer>, { body }: Input<'cancelSupportPlan'>): Promise<void> {
  const now = body?.now ?? false;
  const service = await requireSupportPlan(cx);
  if (now) {
    await refuseCancellation(cx, service);
    await endEarly(cx, service, 'support plan');
  } else await requestCancellation(cx, service, { now, reason: body?.reason ?? null });
  await audit(cx, 'cancelSupportPlan', { kind: 'support_plan', id: service.id }, { now });
}

/** Returns the quote for the refund, which is nothing for a plan that ends at its expiry. Throws the errors of `cancelSupportPlan`. */
export async function quoteCancelSupportPlan(
  cx: MutatingCx<Customer>,
  { body }: QuoteInput<'cancelSupportPlan'>,
): Promise<Quote> {
  const service = await requireSupportPlan(cx);
  await refuseCancellation(cx, service);
  const lines = body?.now ? await endLines(cx, service, await offerOf(cx.db, service)) : [];
  return presentQuote(await quoteOf(cx, cx.actor, lines, IMMEDIATE_DELIVERY));
}

/** Withdraws the cancellation of the support plan. Throws `not_found` and `wrong_state`. */
export async function undoCancelSupportPlan(cx: MutatingCx<Customer>): Promise<void> {
  const service = await requireSupportPlan(cx);
  await revokeCancellation(cx, service);
  await audit(cx, 'undoCancelSupportPlan', { kind: 'support_plan', id: service.id });
}
