/** The mail about a card that could not be charged. */
import type { Order } from '@innkeeper/db/schema';
import { loadOrders } from '@innkeeper/db/tables/orders';
import type { FailedCharge } from '@innkeeper/db/tables/void-orders';
import type { Cx } from '../context.ts';
import { amountOf, bounded, pageOf } from './composer.ts';
import { nextChargeOf } from './next-charge.ts';
import { queueMail } from './queue.ts';
import { isRenewal, renewedServices } from './renewed-services.ts';

/**
 * Mails that a card could not be charged for an order that waits for payment, for which services, and when it is tried again. The failed
 * payment is recorded, because the next charge depends on it.
 */
export async function queueChargeFailed(
  cx: Pick<Cx, 'db' | 'clock' | 'settings'>,
  order: Order,
  { paymentId, amount, code, reason }: FailedCharge,
): Promise<void> {
  const { id, account_id: accountId } = order;
  const next = await nextChargeOf(cx, order);
  const renewed = isRenewal(order) ? await loadOrders(cx.db, [id]) : [];
  const { listed: services, more } = bounded((await Promise.all(renewed.map((one) => renewedServices(cx, one)))).flat());
  await queueMail(cx, {
    ...{ accountId, template: 'charge-failed', dedupeKey: `charge:${paymentId}:${id}` },
    data: {
      order: id,
      amount: amountOf(cx, amount),
      ...{ code, reason, services, more },
      next: next?.at.getTime() ?? null,
      page: pageOf(cx, `/orders/${id}`),
    },
  });
}
