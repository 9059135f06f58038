import { postponeDueOrders } from '@innkeeper/db/tables/orders';
import { beat } from '@innkeeper/db/tables/service-beats';
import { prolongGrace } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import type { JobContext } from './job.ts';

/**
 * Records that the API is there. After an outage, unpaid orders are due later by as long as nobody could pay them, and suspended
 * services end later by as long, in the same transaction: until it commits, nothing expires (`expire-orders.ts`) or ends
 * (`cancel-services.ts`). Returns how many orders were moved.
 */
export function recordHeartbeat(job: JobContext): Promise<number> {
  return transact(job, async (cx) => {
    const now = cx.clock.now();
    const outage = await beat(cx.db, 'api', now);
    if (!outage) return 0;
    const orders = await postponeDueOrders(cx.db, outage);
    const services = await prolongGrace(cx.db, outage);
    const { since, until } = outage;
    const seconds = Math.round((until.getTime() - since.getTime()) / 1000);
    const details = { since: since.toISOString(), until: until.toISOString(), seconds, orders, services };
    await audit(cx, 'orders.postponed', null, details);
    return orders;
  });
}
