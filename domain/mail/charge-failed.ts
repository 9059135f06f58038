/** The mail about a card that could not be charged. */
import type { Order } from '@innkeeper/db/schema';
import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { type LoadedOrder, loadOrders, serviceLines } from '@innkeeper/db/tables/orders';
import type { FailedCharge } from '@innkeeper/db/tables/void-orders';
import { suspendUnpaidAt } from '@innkeeper/model/services/renewals';
import type { Cx } from '../context.ts';
import { addonEnds } from './addon-ends.ts';
import { amountOf, bounded, pageOf } from './composer.ts';
import { nextChargeOf } from './next-charge.ts';
import { queueMail } from './queue.ts';
import { isRenewal, renewedServices } from './renewed-services.ts';
import { transferFor } from './ways.ts';

/**
 * Mails that a card could not be charged for an order that waits for payment. Names its services, the next attempt, an end before it, and the
 * account for a transfer. The failed payment is recorded, because the next charge depends on it.
 */
export async function queueChargeFailed(
  cx: Pick<Cx, 'db' | 'clock' | 'settings'>,
  order: Order,
  { paymentId, amount, code, reason }: FailedCharge,
): Promise<void> {
  const { id, account_id: accountId } = order;
  const next = await nextChargeOf(cx, order);
  const [renewed] = isRenewal(order) ? await loadOrders(cx.db, [id]) : [];
  const { listed: services, more } = bounded(renewed ? await renewedServices(cx, renewed) : []);
  const off = renewed && (await firstOff(cx, renewed));
  const transfer = renewed && (await transferFor(cx, order));
  await queueMail(cx, {
    ...{ accountId, template: 'charge-failed', dedupeKey: `charge:${paymentId}:${id}` },
    data: {
      order: id,
      amount: amountOf(cx, amount),
      ...{ code, reason, services, more },
      next: next?.at.getTime() ?? null,
      ...(next && off && off < next.at && { offAt: off.getTime() }),
      ...(renewed && (await addonEnds(cx, renewed))),
      ...(transfer && { transfer }),
      page: pageOf(cx, `/orders/${id}`),
    },
  });
}

/** Returns when the first service of a renewal is switched off if nobody pays it, or nothing if all are off. */
async function firstOff({ db, clock }: Pick<Cx, 'db' | 'clock'>, { lines }: LoadedOrder): Promise<Date | undefined> {
  const ids = serviceLines(lines).map(({ service_id }) => service_id);
  return (await mailedServices(db, ids))
    .flatMap(({ parent_id, status, expiry_at, suspend_after }) =>
      parent_id === null && status === 'active' && expiry_at ? [suspendUnpaidAt({ expiry_at, suspend_after })] : [],
    )
    .filter((at) => at > clock.now())
    .toSorted((a, b) => a.getTime() - b.getTime())[0];
}
