import { postponeDueOrders } from '@innkeeper/db/tables/orders';
import { beat } from '@innkeeper/db/tables/service-beats';
import { prolongGrace, prolongPayment } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

/**
 * Records that the API is there. After an outage, unpaid orders are due later by as long as nobody could pay them, what expires
 * is suspended and what is suspended ends later by as long, in the same transaction: until it commits, nothing expires (`expire-orders.ts`) or ends
 * (`expire-services.ts`). Returns how many orders were moved.
 */
export function recordHeartbeat(job: JobContext): Promise<number> {
  return transact(job, async (cx) => {
    const now = cx.clock.now();
    const outage = await beat(cx.db, 'api', now);
    if (!outage) return 0;
    const orders = await postponeDueOrders(cx.db, outage);
    const services = await prolongGrace(cx.db, outage);
    await prolongPayment(cx.db, outage, days(cx.settings.renewals.daysAhead));
    const { since, until } = outage;
    const seconds = Math.round((until.getTime() - since.getTime()) / 1000);
    const details = { since: since.toISOString(), until: until.toISOString(), seconds, orders, services };
    await audit(cx, 'orders.postponed', null, details);
    return orders;
  });
}
