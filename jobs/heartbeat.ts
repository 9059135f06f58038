import { audit } from '@innkeeper/db/tables/audit';
import { postponeDueOrders } from '@innkeeper/db/tables/orders';
import { beat } from '@innkeeper/db/tables/service-beats';
import { inTransaction } from '@innkeeper/db/transaction';
import type { JobContext } from './start.ts';

/**
 * The API says that it is there. After an outage, the orders that wait for payment are due later by as long as nobody could pay
 * them, in the same transaction: until it commits, nothing expires (`expire-orders.ts`). Answers how many were moved.
 */
export function recordHeartbeat({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<number> {
  return inTransaction(db, async (trx) => {
    const now = clock.now();
    const outage = await beat(trx, 'api', now);
    if (!outage) return 0;
    const orders = await postponeDueOrders(trx, outage);
    const { since, until } = outage;
    const seconds = Math.round((until.getTime() - since.getTime()) / 1000);
    const details = { since: since.toISOString(), until: until.toISOString(), seconds, orders };
    await audit(trx, { actor: 'sweep', action: 'orders.postponed', details, now });
    return orders;
  });
}
