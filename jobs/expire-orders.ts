import { forEachDue } from '@innkeeper/db/tables/due';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { addMailsDue } from '@innkeeper/domain/mail/due';
import { isRenewal } from '@innkeeper/domain/mail/renewed-services';
import { cancelUnpaidOrder } from '@innkeeper/domain/orders/cancel-unpaid';
import { RENEWAL_TYPES } from '@innkeeper/domain/orders/place';
import { postponeToLastEnd } from '@innkeeper/domain/renewals/last-end';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';
import { payWaitingOrders } from './pay-waiting-orders.ts';

/** Maximum number of orders read at a time. */
const BATCH = 200;

/**
 * Cancels orders that were not paid in time, each in its own transaction, and releases their reservations. A renewal lapses with the last of
 * its services, and until then its due date is postponed. Renewals of accounts that may not pay wait. Returns how many orders changed. Cancels no order while the API is away, because
 * customers cannot pay. The API's next heartbeat then postpones the due dates (`heartbeat.ts`).
 */
export async function expireOrders(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  // Orders that could have been paid in time by a running worker do not expire.
  await payWaitingOrders(cx);
  return forEachDue(cx, {
    name: 'expire-orders',
    kind: 'order',
    find: (except) =>
      overdue(cx.db, cx.clock.now())
        .select('id')
        .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
        .orderBy('due_at')
        .limit(BATCH)
        .execute(),
    act: ({ id }) => expire(cx, id),
  });
}

/** Selects unpaid orders that are due. Leaves out renewals of accounts that may not pay, whose services are kept for the same reason. */
function overdue(db: JobContext['db'], now: Date) {
  const mayNotPay = sql<boolean>`exists (select from accounts a where a.id = orders.account_id
    and (a.suspended_at is not null or a.billing_parked_at is not null))`;
  return db
    .selectFrom('orders')
    .where('status', '=', 'awaiting_payment')
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('type', 'not in', [...RENEWAL_TYPES]), eb.not(mayNotPay)]));
}

function expire(job: JobContext, id: number): Promise<boolean> {
  return transact(job, async (cx) => {
    // One time for both checks, because this process may be suspended between any two lines.
    const now = cx.clock.now();
    if (await isAway(cx.db, 'api', now)) return false;
    const order = await overdue(cx.db, now).selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();
    if (!order) return false;
    if (await postponeToLastEnd(cx, order)) return true;
    await cancelUnpaidOrder(cx, order, { verb: 'expire', reason: 'The order was not paid before its due date.' });
    const { account_id: accountId, due_at: dueAt } = order;
    if (!isRenewal(order)) await addMailsDue(cx, { kind: 'order-lapsed', accountId, orderId: id, at: dueAt ?? now });
    await audit(cx, 'order.expired', { kind: 'order', id, accountId });
    return true;
  });
}
