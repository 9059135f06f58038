/** Addons of servers. */
import type { Quote } from '@innkeeper/contract/schemas/quote';
import { covers } from '@innkeeper/db/ledger';
import { lockSpendable, readSpendable } from '@innkeeper/db/ledger/spending';
import type { Server, Service } from '@innkeeper/db/schema';
import { addonProductsOfPlan, type LoadedAddonProduct } from '@innkeeper/db/tables/addon-products';
import { insertAddon } from '@innkeeper/db/tables/addons';
import { lockOrders } from '@innkeeper/db/tables/orders';
import { loadServer } from '@innkeeper/db/tables/servers';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { childrenOf, updateService } from '@innkeeper/db/tables/services';
import type { Customer } from '@innkeeper/domain/actor';
import { alertToDeliver } from '@innkeeper/domain/addons/deliver';
import { paidTermOrNull } from '@innkeeper/domain/addons/paid-term';
import { priceAddons } from '@innkeeper/domain/addons/purchase';
import { type AddonChange, priceAddonScale } from '@innkeeper/domain/addons/scale';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { refuseCancellation, requestCancellation, revokeCancellation } from '@innkeeper/domain/endings/cancellation';
import { endEarly } from '@innkeeper/domain/endings/end-early';
import { endLines } from '@innkeeper/domain/endings/end-line';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { placeOrder, refuseOrder, refuseSpending } from '@innkeeper/domain/orders/place';
import { quoteOf } from '@innkeeper/domain/orders/quote';
import { leaveRenewalsAtOldPrice, leaveWaitingRenewals } from '@innkeeper/domain/renewals/cancel-renewals';
import { renewalOfNew } from '@innkeeper/domain/renewals/next-renewal';
import { offerOf } from '@innkeeper/domain/service-types/offers';
import { refundToBalance } from '@innkeeper/domain/services/refund';
import { serviceOf } from '@innkeeper/domain/services/service-of';
import { spenderOf } from '@innkeeper/domain/spending';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { Failure } from '@innkeeper/model/failures';
import { formatDecimal } from '@innkeeper/model/money/money';
import { sumLines } from '@innkeeper/model/pricing/order';
import { valueLeft } from '@innkeeper/model/pricing/proration';
import { behaviourOf } from '@innkeeper/model/services/addons';
import { hasSmallerAddon } from '@innkeeper/model/services/refund-reasons';
import { VOID_REASONS } from '@innkeeper/model/services/void-reasons';
import { type OfferedAddon, presentAvailableAddon } from '@innkeeper/present/addon';
import { presentQuote } from '@innkeeper/present/quote';
import { WithHeaders } from '@innkeeper/present/reply';
import { presentServer } from '@innkeeper/present/server';
import type { Input, QuoteInput, Reply } from '../define.ts';
import { addonRequests } from './addon-requests.ts';

/** Lists the addons of the plan that the server can order: addons that it does not have, and more seats. */
export async function listServerAddons(
  cx: Cx<Customer>,
  { server }: Input<'listServerAddons'>,
): Promise<Reply<'listServerAddons'>> {
  const products = await addonProductsOfPlan(cx.db, server.plan_id);
  const existingAddons = await childrenOf(cx.db, server.id);
  const term = paidTermOrNull(server, cx.clock.now());
  const offered = products
    .filter((product) => isOffered(product, server, existingAddons))
    .map((product): OfferedAddon => {
      const untilExpiry = term ? valueLeft(product.price * BigInt(term.months), term, cx.clock.now()) : 0n;
      const { key, price } = product;
      return { key, price, untilExpiry, ...(hasAddon(product, existingAddons) ? { scalePrice: untilExpiry } : {}) };
    });
  return { data: offered.map((addon) => presentAvailableAddon(addon, cx.actor.taxRate)) };
}

/** Returns whether the server can order the addon. Addresses can only be ordered with a new server. */
function isOffered(product: LoadedAddonProduct, server: Server, existingAddons: readonly Service[]): boolean {
  const { address, seats, traffic } = behaviourOf(product.kind);
  if (address || (traffic && server.bandwidth_tb === 0)) return false;
  return !hasAddon(product, existingAddons) || seats === true;
}

const hasAddon = ({ key }: LoadedAddonProduct, existingAddons: readonly Service[]) =>
  existingAddons.some((one) => one.key === key);

/**
 * Orders addons until the server's expiry. They are active once they are paid, and are renewed with the server. Throws `validation` with
 * the field, `wrong_state` and `unpaid_limit`.
 */
export async function purchaseServerAddons(
  cx: MutatingCx<Customer>,
  { server, body }: Input<'purchaseServerAddons'>,
): Promise<Reply<'purchaseServerAddons'>> {
  const buyer = await buyerOf(cx, server.account_id);
  const priced = await priceAddons(cx, server, buyer.tax, addonRequests(body));
  // Orders are locked before the balance, which the new order locks.
  await lockOrders(cx.db, await waitingRenewals(cx.db, [server.id], { automatic: true }));
  const lines = [];
  for (const { addon, line } of priced) {
    const { key, price } = addon.product;
    const service_id = await insertAddon(cx.db, {
      server_id: server.id,
      account_id: server.account_id,
      key,
      quantity: addon.quantity,
      status: 'awaiting_payment',
      billing_cycle: line.billing_cycle,
      renew_price: price * BigInt(addon.quantity * line.billing_cycle),
      created_at: cx.clock.now(),
    });
    lines.push({ ...line, service_id });
  }
  const { orderId, paid } = await placeOrder(cx, { buyer, type: 'new-addon', autoPay: body.auto_pay, lines });
  // A job orders the renewal again, with the addons. Unpaid ones are not part of it, and are renewed alone once they are paid.
  // The renewals of other addons alone stay.
  const left = { reason: VOID_REASONS.more_addons, automatic: true, renewing: [server.id] };
  if (paid) await leaveWaitingRenewals(cx, [server.id], left);
  const keys = priced.map(({ addon }) => addon.product.key);
  await audit(cx, 'purchaseServerAddons', { kind: 'server', id: server.id }, { order: orderId, addons: keys });
  return serverOfOrder(cx, server.id, orderId);
}

/** Returns the quote for the addons until the server's expiry. Throws the errors of `purchaseServerAddons`. */
export async function quotePurchaseServerAddons(
  cx: MutatingCx,
  { server, body }: QuoteInput<'purchaseServerAddons'>,
): Promise<Quote> {
  const buyer = await buyerOf(cx, server.account_id);
  const priced = await priceAddons(cx, server, buyer.tax, addonRequests(body));
  const lines = priced.map(({ line }) => line);
  const amount = sumLines(lines).gross;
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount }, { autoPay: body.auto_pay });
  const [first] = lines;
  const periods = priced.map(({ addon: { product, quantity }, line }) => ({
    net: product.price * BigInt(quantity * line.billing_cycle),
  }));
  const nextRenewal = first ? renewalOfNew(first.period_to, periods, buyer.tax) : null;
  return presentQuote(await quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok', nextRenewal }));
}

/**
 * Changes the size of addons at once, until the server's expiry. Lower prices are refunded to the balance, and higher prices are paid from
 * it.
 *
 * Throws `validation` with the field, `wrong_state`, `payment_disputed`, `spending_cap` and `insufficient_funds`.
 */
export async function scaleServerAddons(
  cx: MutatingCx<Customer>,
  { server, body }: Input<'scaleServerAddons'>,
): Promise<Reply<'scaleServerAddons'>> {
  const buyer = await buyerOf(cx, server.account_id);
  const changes = await priceAddonScale(cx, server, buyer.tax, addonRequests(body));
  await leaveRenewalsAtOldPrice(
    cx,
    server.id,
    changes.map(({ service }) => service.id),
  );
  await refundFormerSizes(cx, server, changes);
  const { gross } = sumLines(changes.map(({ line }) => line));
  const balance = await lockSpendable(cx.db, spenderOf(cx, server.account_id));
  refuseSpending(cx, balance, gross);
  if (!covers(balance, gross)) throw new Failure('insufficient_funds');
  const lines = changes.map(({ line, service }) => ({ ...line, service_id: service.id }));
  const { orderId } = await placeOrder(cx, { buyer, type: 'scale-addon', lines, balance });
  for (const { service, key, quantity, renewPrice } of changes) {
    await updateService(cx.db, service.id, { key, quantity, renew_price: renewPrice });
    await alertToDeliver(cx, service.id, orderId);
  }
  const sizes = Object.fromEntries(changes.map(({ key, quantity }) => [key, quantity]));
  await audit(cx, 'scaleServerAddons', { kind: 'server', id: server.id }, { order: orderId, ...sizes });
  return serverOfOrder(cx, server.id, orderId);
}

/**
 * Returns the quote for other addon sizes. Throws the errors of `scaleServerAddons`, except `insufficient_funds`. The caller rolls the
 * transaction back.
 */
export async function quoteScaleServerAddons(cx: MutatingCx, { server, body }: QuoteInput<'scaleServerAddons'>): Promise<Quote> {
  const buyer = await buyerOf(cx, server.account_id);
  const changes = await priceAddonScale(cx, server, buyer.tax, addonRequests(body));
  const lines = changes.map(({ line, amount }) => ({ ...line, ...amount }));
  const quoted = await quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok' });
  await refundFormerSizes(cx, server, changes);
  const { gross } = sumLines(changes.map(({ line }) => line));
  refuseSpending(cx, await readSpendable(cx.db, spenderOf(cx, server.account_id)), gross);
  return presentQuote(quoted);
}

/** Refunds the unused part of the former sizes to the balance. */
async function refundFormerSizes(cx: MutatingCx, server: Server, changes: readonly AddonChange[]): Promise<void> {
  for (const { refunds, line } of changes)
    await refundToBalance(cx, server.account_id, refunds, hasSmallerAddon(line.label, server.hostname));
}

async function serverOfOrder(cx: MutatingCx<Customer>, serverId: number, orderId: number) {
  const server = await loadServer(cx.db, serverId);
  return new WithHeaders(presentServer(server, cx.actor.taxRate), { 'X-Order-Id': String(orderId) });
}

/**
 * Returns the cost of other addon sizes until the expiry. Negative amounts are refunds. Throws `validation` with the field, and
 * `wrong_state`.
 */
export async function calculateServerAddonScale(
  cx: Cx,
  { server, body }: Input<'calculateServerAddonScale'>,
): Promise<Reply<'calculateServerAddonScale'>> {
  const changes = await priceAddonScale(cx, server, await taxOf(cx, server.account_id), addonRequests(body));
  const { net, gross } = sumLines(changes.map(({ amount }) => amount));
  return { amount: formatDecimal(net), amount_with_vat: formatDecimal(gross) };
}

/**
 * Cancels an addon. It ends now with a refund of the remaining paid time, or at the end of that time. Throws `not_found`, `not_yours`,
 * `locked` and `wrong_state`.
 */
export async function cancelServerAddon(
  cx: MutatingCx,
  { server, addon, body: { now, reason } }: Input<'cancelServerAddon'>,
): Promise<void> {
  const service = await serviceOf(cx, addon);
  if (now) await endEarly(cx, service, 'addon');
  else await requestCancellation(cx, service, { now, reason });
  await audit(cx, 'cancelServerAddon', { kind: 'server', id: server.id }, { addon: addon.id, now });
}

/** Returns the quote for the refund. An addon that ends at its expiry is not refunded. Throws the errors of `cancelServerAddon`. */
export async function quoteCancelServerAddon(
  cx: MutatingCx,
  { server, addon, body }: QuoteInput<'cancelServerAddon'>,
): Promise<Quote> {
  const service = await serviceOf(cx, addon);
  await refuseCancellation(cx, service);
  const lines = body.now ? await endLines(cx, service, await offerOf(cx.db, service)) : [];
  return presentQuote(await quoteOf(cx, { accountId: server.account_id }, lines, { downtime: 'none', capacity: 'ok' }));
}

/** Withdraws the cancellation of an addon. Throws `not_found`, `not_yours`, `locked`, and `wrong_state` if it is not cancelled. */
export async function undoCancelServerAddon(cx: MutatingCx, { server, addon }: Input<'undoCancelServerAddon'>): Promise<void> {
  await revokeCancellation(cx, await serviceOf(cx, addon));
  await audit(cx, 'undoCancelServerAddon', { kind: 'server', id: server.id }, { addon: addon.id });
}
