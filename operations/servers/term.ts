/** Renewal and cancellation of servers. */
import type { Quote } from '@innkeeper/contract/schemas/quote';
import { loadOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseCancellation, requestCancellation, revokeCancellation } from '@innkeeper/domain/endings/cancellation';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { placeOrder, refuseOrder } from '@innkeeper/domain/orders/place';
import { discountOf, quoteOf } from '@innkeeper/domain/orders/quote';
import { renewalAfter } from '@innkeeper/domain/renewals/next-renewal';
import { lockedRenewalLines, type Renewal, renewalLines } from '@innkeeper/domain/renewals/renewal';
import { serviceOf } from '@innkeeper/domain/services/service-of';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { Failure } from '@innkeeper/model/failures';
import { toDecimalNumber } from '@innkeeper/model/money/money';
import { sumLines } from '@innkeeper/model/pricing/order';
import { presentOrder } from '@innkeeper/present/order';
import { presentPromo } from '@innkeeper/present/promo';
import { presentQuote } from '@innkeeper/present/quote';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Input, QuoteInput, Reply } from '../define.ts';

/**
 * Cancels a server. It is suspended now or at its expiry, and terminated after the grace period. Nothing is refunded. Throws `not_found`,
 * `not_yours`, `locked` and `wrong_state`.
 */
export async function cancelServer(cx: MutatingCx, { server, body }: Input<'cancelServer'>): Promise<void> {
  const cancellation = { now: body?.now ?? false, reason: body?.reason ?? null };
  await requestCancellation(cx, await serviceOf(cx, server), cancellation);
  await audit(cx, 'cancelServer', { kind: 'server', id: server.id }, { now: cancellation.now });
}

/** Returns the quote for the cancellation of a server. Nothing is refunded. Throws the errors of `cancelServer`. */
export async function quoteCancelServer(cx: MutatingCx<Customer>, { server }: QuoteInput<'cancelServer'>): Promise<Quote> {
  await refuseCancellation(cx, await serviceOf(cx, server));
  return presentQuote(await quoteOf(cx, cx.actor, [], { downtime: 'none', capacity: 'ok' }));
}

/**
 * Withdraws the cancellation of a server and resumes a server that was suspended for it. Throws `not_found`, `not_yours`, `locked` and
 * `wrong_state`.
 */
export async function undoCancelServer(cx: MutatingCx, { server }: Input<'undoCancelServer'>): Promise<void> {
  await revokeCancellation(cx, await serviceOf(cx, server));
  await audit(cx, 'undoCancelServer', { kind: 'server', id: server.id });
}

/**
 * Orders a renewal of servers and their addons. They are extended when the order is paid, which is at once if the balance covers it. The
 * cycle of automatic renewal does not change.
 *
 * Throws `validation` with the field, `not_yours`, `locked`, `wrong_state` and `unpaid_limit`.
 */
export async function renewServers(cx: MutatingCx<Customer>, { body }: Input<'renewServers'>): Promise<Reply<'renewServers'>> {
  const renewal = renewalOf(body);
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { lines, promo } = await lockedRenewalLines(cx, buyer.tax, renewal);
  const { orderId } = await placeOrder(cx, { buyer, type: 'renew-service', autoPay: body.auto_pay, promo, lines });
  for (const id of renewal.ids) await audit(cx, 'renewServers', { kind: 'server', id }, { order: orderId });
  const [order] = await loadOrders(cx.db, [orderId]);
  if (!order) throw new Failure('internal', { internal: `order ${orderId} is gone` });
  return new WithHeaders(presentOrder(order), { 'X-Order-Id': String(order.id) });
}

/** Returns the quote for a renewal. Throws the errors of `renewServers`. */
export async function quoteRenewServers(cx: MutatingCx<Customer>, { body }: QuoteInput<'renewServers'>): Promise<Quote> {
  const renewal = renewalOf(body);
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, renewal);
  const amount = sumLines(lines).gross;
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount }, { autoPay: body.auto_pay });
  const quoted = await quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok' });
  return presentQuote({ ...quoted, nextRenewal: await renewalAfter(cx, buyer, renewal.ids, lines) });
}

/**
 * Returns the cost of a renewal without ordering or reserving anything: the total before the promo code, and the total due after it. Throws
 * `validation` with the field, `not_yours` and `wrong_state`.
 */
export async function calculateServerRenewal(
  cx: MutatingCx<Customer>,
  { body }: Input<'calculateServerRenewal'>,
): Promise<Reply<'calculateServerRenewal'>> {
  const tax = await taxOf(cx, cx.actor.accountId);
  const { lines, promo } = await renewalLines(cx, tax, renewalOf(body));
  const due = sumLines(lines);
  const reduced = discountOf(lines);
  return {
    amount: toDecimalNumber(due.net + reduced.net),
    amount_with_vat: toDecimalNumber(due.gross + reduced.gross),
    discount: 0,
    discount_with_vat: 0,
    // The given promo code if it reduces a line.
    promo_code: promo ? presentPromo(promo) : null,
    promo_amount: toDecimalNumber(reduced.net),
    promo_amount_with_vat: toDecimalNumber(reduced.gross),
    due_today_amount: toDecimalNumber(due.net),
    due_today_amount_with_vat: toDecimalNumber(due.gross),
  };
}

function renewalOf({ server_ids, billing_cycle, promo_code }: Input<'calculateServerRenewal'>['body']): Renewal {
  return { type: 'server', ids: server_ids, billingCycle: billing_cycle, promoCode: promo_code };
}
