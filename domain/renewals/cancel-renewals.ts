import { lockOrders } from '@innkeeper/db/tables/orders';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { childrenOfAll } from '@innkeeper/db/tables/services';
import { VOIDED_RENEWAL_MS } from '@innkeeper/model/mail/facts';
import { VOID_REASONS } from '@innkeeper/model/services/void-reasons';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import type { ReducedOrder } from '../mail/left-orders.ts';
import { cancelUnpaidOrder } from '../orders/cancel-unpaid.ts';
import { takeOutServices } from '../orders/take-out-services.ts';
import { refuseWhileBeingPaid } from '../services/being-paid.ts';

export interface CancelledRenewals {
  /** Reason as a sentence for the customer. */
  reason: string;
  /** `true` to cancel only orders made by a job. */
  automatic?: boolean;
}

/**
 * Cancels unpaid orders that renew one of these services. All periods of a cancelled order become free. A job can then order the renewals
 * of its other services again. Customers who were asked to pay such an order are told that it is void. Returns the ids of the cancelled orders.
 */
export async function cancelWaitingRenewals(
  cx: MutatingCx,
  serviceIds: readonly number[],
  { reason, automatic = false }: CancelledRenewals,
): Promise<number[]> {
  const ids = await waitingRenewals(cx.db, serviceIds, { automatic });
  const waiting = (await lockOrders(cx.db, ids)).filter(({ status }) => status === 'awaiting_payment');
  for (const order of waiting) await cancelUnpaidOrder(cx, order, { verb: 'delete', reason, renewAgain: true });
  const facts = waiting.map(({ id: orderId, account_id: accountId }) => ({ kind: 'order-void' as const, accountId, orderId }));
  await addMailsDue(cx, ...facts.map((fact) => ({ ...fact, delayMs: VOIDED_RENEWAL_MS })));
  return waiting.map(({ id }) => id);
}

export interface LeftRenewals extends CancelledRenewals {
  /** Ids of services whose renewals are left. Default: the services and all their addons. */
  renewing?: readonly number[];
}

export interface LeftOrders {
  /** Ids of orders that are cancelled. */
  voidOrders: number[];
  /** Orders that renew other services, with their new amounts. */
  reducedOrders: ReducedOrder[];
}

/**
 * Takes services and their addons out of unpaid renewals, whose other services can still be paid. An order without another service is
 * cancelled, and its customer is told.
 */
export async function leaveWaitingRenewals(
  cx: MutatingCx,
  serviceIds: readonly number[],
  { reason, automatic = false, renewing }: LeftRenewals,
): Promise<LeftOrders> {
  const addons = await childrenOfAll(cx.db, serviceIds);
  const all = [...serviceIds, ...addons.map(({ id }) => id)];
  const delayMs = VOIDED_RENEWAL_MS;
  const left: LeftOrders = { voidOrders: [], reducedOrders: [] };
  for (const order of await lockOrders(cx.db, await waitingRenewals(cx.db, renewing ?? all, { automatic }))) {
    if (order.status !== 'awaiting_payment') continue;
    const gross = await takeOutServices(cx, order, { serviceIds: all, reason, delayMs });
    if (gross === null) left.voidOrders.push(order.id);
    else left.reducedOrders.push({ id: order.id, gross });
  }
  return left;
}

/**
 * Takes a server and its addons out of unpaid renewals of `changed`, whose prices change: the server or some of its addons. So one new order
 * renews the server with all of its addons. Throws `wrong_state` while one of the orders is being paid.
 */
export async function leaveRenewalsAtOldPrice(cx: MutatingCx, serverId: number, changed: readonly number[]): Promise<void> {
  await leaveWaitingRenewals(cx, [serverId], { reason: VOID_REASONS.price_changed, renewing: changed });
  await refuseWhileBeingPaid(cx, changed);
}
