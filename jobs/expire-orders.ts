import { forEachDue } from '@innkeeper/db/tables/due';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { cancelUnpaidOrder } from '@innkeeper/domain/orders/cancel-unpaid';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';
import { payWaitingOrders } from './pay-waiting-orders.ts';

/** Read at a time. */
const BATCH = 200;

/**
 * Cancels orders that were not paid in time, each in its own transaction, and releases what they reserved. Returns how many.
 * None while the API is away: nobody can pay, and its next heartbeat adds the time (`heartbeat.ts`).
 */
export async function expireOrders(cx: JobContext): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
  // What could have been paid in time, had a worker been there, does not expire.
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

function overdue(db: JobContext['db'], now: Date) {
  return db.selectFrom('orders').where('status', '=', 'awaiting_payment').where('due_at', '<=', now);
}

function expire(job: JobContext, id: number): Promise<boolean> {
  return transact(job, async (cx) => {
    // One moment for both: this process may be stopped between any two lines.
    const now = cx.clock.now();
    if (await isAway(cx.db, 'api', now)) return false;
    const order = await overdue(cx.db, now).selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();
    if (!order) return false;
    await cancelUnpaidOrder(cx, order, { verb: 'expire', reason: 'The order was not paid before its due date.' });
    await audit(cx, 'order.expired', { kind: 'order', id, accountId: order.account_id });
    return true;
  });
}
