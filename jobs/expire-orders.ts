import { audit } from '@innkeeper/db/tables/audit';
import { forEachDue } from '@innkeeper/db/tables/due';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { inTransaction } from '@innkeeper/db/transaction';
import { cancelUnpaidOrder } from '@innkeeper/domain/orders/cancel-unpaid';
import { sql } from 'kysely';
import type { JobContext } from './start.ts';

/** Read at a time. */
const BATCH = 200;

type Cx = Pick<JobContext, 'db' | 'clock'>;

/**
 * Cancels orders that were not paid in time, each in its own transaction, and gives back what they reserved. Answers how many.
 * None while the API is away: nobody can pay, and its next beat gives back the time (`beat.ts`).
 */
export async function expireOrders(cx: Cx): Promise<number> {
  if (await isAway(cx.db, 'api', cx.clock.now())) return 0;
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

function overdue(db: Cx['db'], now: Date) {
  return db.selectFrom('orders').where('status', '=', 'awaiting_payment').where('due_at', '<=', now);
}

function expire({ db, clock }: Cx, id: number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // One moment for both: this process may stand still between any two lines.
    const now = clock.now();
    if (await isAway(trx, 'api', now)) return false;
    const order = await overdue(trx, now).selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst();
    if (!order) return false;
    await cancelUnpaidOrder(trx, order, { verb: 'expire', reason: 'The order was not paid in time.', now });
    await audit(trx, { accountId: order.account_id, actor: 'sweep', action: 'order.expired', resource: { kind: 'order', id } });
    return true;
  });
}
