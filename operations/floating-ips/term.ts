/** Renewal and cancellation of floating IPs. */
import type { Quote } from '@innkeeper/contract/schemas/quote';
import { loadOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseCancellation, requestCancellations, revokeCancellations } from '@innkeeper/domain/endings/cancellation';
import { endEarly } from '@innkeeper/domain/endings/end-early';
import { endLines } from '@innkeeper/domain/endings/end-line';
import { requireFloatingIpServices } from '@innkeeper/domain/floating-ips/named';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { placeOrder, refuseOrder } from '@innkeeper/domain/orders/place';
import { type QuotedLine, quoteOf } from '@innkeeper/domain/orders/quote';
import { renewalAfter } from '@innkeeper/domain/renewals/next-renewal';
import { lockedRenewalLines, type Renewal } from '@innkeeper/domain/renewals/renewal';
import { offersOf } from '@innkeeper/domain/service-types/offers';
import { Failure } from '@innkeeper/model/failures';
import { sumLines } from '@innkeeper/model/pricing/order';
import { presentOrder } from '@innkeeper/present/order';
import { presentQuote } from '@innkeeper/present/quote';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Input, QuoteInput, Reply } from '../define.ts';

/**
 * Orders a renewal of floating IPs, with one order line for each floating IP. Throws `validation` with the field, `not_yours`, `locked`,
 * `wrong_state` and `unpaid_limit`.
 */
export async function renewFloatingIps(
  cx: MutatingCx<Customer>,
  { body }: Input<'renewFloatingIps'>,
): Promise<Reply<'renewFloatingIps'>> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, renewalOf(body));
  const { orderId } = await placeOrder(cx, { buyer, type: 'renew-service', autoPay: body.auto_pay, lines });
  for (const id of body.ids) await audit(cx, 'renewFloatingIps', { kind: 'floating_ip', id }, { order: orderId });
  const [order] = await loadOrders(cx.db, [orderId]);
  if (!order) throw new Failure('internal', { internal: `order ${orderId} is gone` });
  return new WithHeaders(presentOrder(order), { 'X-Order-Id': String(order.id) });
}

/** Returns the quote for a renewal. Throws the errors of `renewFloatingIps`. */
export async function quoteRenewFloatingIps(cx: MutatingCx<Customer>, { body }: QuoteInput<'renewFloatingIps'>): Promise<Quote> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, renewalOf(body));
  const amount = sumLines(lines).gross;
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount }, { autoPay: body.auto_pay });
  const quoted = await quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok' });
  return presentQuote({ ...quoted, nextRenewal: await renewalAfter(cx, buyer, body.ids, lines) });
}

function renewalOf({ ids, billing_cycle }: Input<'renewFloatingIps'>['body']): Renewal {
  return { type: 'floating-ip', ids, billingCycle: billing_cycle };
}

/**
 * Cancels all the floating IPs or none. They end immediately with a refund of the remaining paid time, or at their expiry. Throws
 * `validation` with the index of an invalid id, `not_yours`, `locked` and `wrong_state`.
 */
export async function cancelFloatingIps(
  cx: MutatingCx<Customer>,
  { body: { ids, now, reason } }: Input<'cancelFloatingIps'>,
): Promise<Reply<'cancelFloatingIps'>> {
  const services = await requireFloatingIpServices(cx, ids);
  if (!now) await requestCancellations(cx, services, { now, reason: reason ?? null });
  for (const service of services) {
    if (now) {
      await refuseCancellation(cx, service);
      await endEarly(cx, service, 'floating IP');
    }
    await audit(cx, 'cancelFloatingIps', { kind: 'floating_ip', id: service.id }, { now });
  }
  return {};
}

/** Returns the quote for the refund. Floating IPs that end at their expiry are not refunded. Throws the errors of `cancelFloatingIps`. */
export async function quoteCancelFloatingIps(
  cx: MutatingCx<Customer>,
  { body: { ids, now } }: QuoteInput<'cancelFloatingIps'>,
): Promise<Quote> {
  const services = await requireFloatingIpServices(cx, ids);
  const offers = await offersOf(cx.db, services);
  const lines: QuotedLine[] = [];
  for (const service of services) {
    await refuseCancellation(cx, service);
    if (now) lines.push(...(await endLines(cx, service, offers(service))));
  }
  return presentQuote(await quoteOf(cx, cx.actor, lines, { downtime: 'none', capacity: 'ok' }));
}

/**
 * Withdraws the cancellation of all the floating IPs or of none. Throws `validation` with the index of an invalid id, `not_yours`, `locked`
 * and `wrong_state`.
 */
export async function undoCancelFloatingIps(
  cx: MutatingCx<Customer>,
  { body }: Input<'undoCancelFloatingIps'>,
): Promise<Reply<'undoCancelFloatingIps'>> {
  const services = await requireFloatingIpServices(cx, body?.ids ?? []);
  await revokeCancellations(cx, services);
  for (const { id } of services) await audit(cx, 'undoCancelFloatingIps', { kind: 'floating_ip', id });
  return {};
}
