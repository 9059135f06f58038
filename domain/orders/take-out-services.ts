/** Takes services out of unpaid renewals, so that the other services of the order can still be paid. */
import type { Order } from '@innkeeper/db/schema';
import { isOrderedByJob } from '@innkeeper/db/tables/mailed-services';
import { deleteOrderLines, linesOf, lockOrders, updateOrder } from '@innkeeper/db/tables/orders';
import { deletePromoUses } from '@innkeeper/db/tables/promo-codes';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { sumLines } from '@innkeeper/model/pricing/order';
import { isSameCode } from '@innkeeper/model/pricing/promo-choice';
import { minutes } from '@innkeeper/model/time/clock';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { lowerPaymentsOf } from '../payments/lower.ts';
import { releasePeriods } from '../services/periods.ts';
import { cancelUnpaidOrder } from './cancel-unpaid.ts';
import { RENEWAL_TYPES } from './place.ts';

export interface TakenOut {
  /** Ids of services and of their addons. */
  serviceIds: readonly number[];
  /** Reason as a sentence for the customer, if the order is cancelled. */
  reason: string;
  /** True if the services end unpaid, which has mails of its own. An order that is due then lapses without another one. */
  isUnpaidEnd?: boolean;
  /** Delay in milliseconds of the mail about a cancelled order, by default that of its kind. Another order may name it meanwhile. */
  delayMs?: number;
}

/** Time in milliseconds between the end of a service and the due time of its order, which two lines of code set. */
const SAME_TIME_MS = minutes(1);

/**
 * Takes the lines of these services out of the unpaid orders that renew them. Leaves out orders that are being paid. Returns the ids of the
 * changed orders.
 */
export async function takeOutOfRenewals(cx: MutatingCx, taken: TakenOut): Promise<number[]> {
  const ids = await waitingRenewals(cx.db, taken.serviceIds);
  const waiting = (await lockOrders(cx.db, ids)).filter(({ status }) => status === 'awaiting_payment');
  for (const order of waiting) await takeOutServices(cx, order, taken);
  return waiting.map(({ id }) => id);
}

/**
 * Takes the lines of these services out of an unpaid renewal. The remaining lines keep their prices, and the due time stays. Cancels an
 * order of another type, and one of which no line is left. Returns the new amount with VAT, or `null` if the order is cancelled. The caller
 * has locked the order.
 *
 * The change of the amount queues another pro forma invoice. Lines that nobody has paid may go: documents have their own copy of them. A job
 * pays an order of which nothing is left to pay (jobs/pay-waiting-orders.ts).
 */
export async function takeOutServices(
  cx: MutatingCx,
  order: Order,
  { serviceIds, reason, isUnpaidEnd = false, delayMs }: TakenOut,
): Promise<Cents | null> {
  const lines = await linesOf(cx.db, [order.id]);
  const isTaken = ({ service_id }: { service_id: number | null }) => service_id !== null && serviceIds.includes(service_id);
  const [taken, left] = [lines.filter(isTaken), lines.filter((line) => !isTaken(line))];
  if (!RENEWAL_TYPES.has(order.type) || left.length === 0) {
    await cancelUnpaidOrder(cx, order, { verb: 'delete', reason, renewAgain: true });
    if (isUnpaidEnd && order.due_at && order.due_at.getTime() <= cx.clock.now().getTime() + SAME_TIME_MS) return null;
    const fact = { kind: 'order-void', accountId: order.account_id, orderId: order.id } as const;
    await addMailsDue(cx, { ...fact, ...(delayMs !== undefined && { delayMs }) });
    return null;
  }
  const lineIds = taken.map(({ id }) => id);
  const kind = (await isOrderedByJob(cx.db, order.id)) ? 'renewal-due' : 'order-waiting';
  await releasePeriods(cx, order.id, 'free', lineIds);
  await deleteOrderLines(cx.db, lineIds);
  const { net, vat, gross } = sumLines(left);
  const code = left.some(({ promo }) => isSameCode(order.promo_code, promo?.code)) ? order.promo_code : null;
  if (order.promo_code !== null && code === null) await deletePromoUses(cx.db, order.id);
  // Nothing is left to pay, so nobody has to.
  const free = gross === 0n && { auto_pay: true };
  await updateOrder(cx.db, order.id, { net, vat, gross, promo_code: code, ...free });
  await lowerPaymentsOf(cx, order.id, order.gross - gross);
  const services = taken.flatMap(({ service_id }) => service_id ?? []);
  const resource = { kind: 'order', id: order.id, accountId: order.account_id };
  await audit(cx, 'order.services-taken-out', resource, { services, gross: formatDecimal(gross) });
  const fact = { accountId: order.account_id, orderId: order.id };
  if (gross > 0n) await addMailsDue(cx, { ...fact, kind, ids: lineIds });
  else if (order.gross > 0n) await addMailsDue(cx, { ...fact, kind: 'order-void' });
  return gross;
}
