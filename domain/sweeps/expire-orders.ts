import { audit } from '@innkeeper/db/tables/audit';
import { cancelUnpaidOrder } from '../orders/cancel-unpaid.ts';
import type { SweepContext } from './start.ts';

/** Cancels orders that were not paid in time, each in its own transaction, and gives back what they reserved. Answers how many. */
export async function expireOrders({ db, clock }: Pick<SweepContext, 'db' | 'clock'>): Promise<number> {
  for (let count = 0; ; count++) {
    const now = clock.now();
    const found = await db.transaction().execute(async (trx) => {
      const order = await trx
        .selectFrom('orders')
        .selectAll()
        .where('status', '=', 'awaiting_payment')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!order) return false;
      await cancelUnpaidOrder(trx, order, { verb: 'expire', reason: 'The order was not paid in time.', now });
      await audit(trx, {
        accountId: order.account_id,
        actor: 'sweep',
        action: 'order.expired',
        resource: { kind: 'order', id: order.id },
      });
      return true;
    });
    if (!found) return count;
  }
}
