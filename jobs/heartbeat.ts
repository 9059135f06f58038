import { postponeDueOrders } from '@innkeeper/db/tables/orders';
import { beat } from '@innkeeper/db/tables/service-beats';
import { extendGracePeriods, postponeUnpaidSuspension } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/time/clock';
import type { ApiContext, JobContext } from './job.ts';

/**
 * Records that customers can act, because the API is running. Returns how many orders were postponed. A full disk refuses renewals and
 * payments, so it is an outage too.
 *
 * After an outage of the API, the same transaction postpones deadlines that customers could not meet. These are the due dates of unpaid
 * orders, the suspension of unpaid services and the end of suspended services. Before the commit, `expire-orders.ts` and
 * `expire-services.ts` treat the API as away and change nothing.
 */
export async function recordHeartbeat(job: JobContext & Pick<ApiContext, 'isSpaceShort'>): Promise<number> {
  if (job.isSpaceShort?.() === true) return 0;
  return transact(job, async (cx) => {
    const now = cx.clock.now();
    const outage = await beat(cx.db, 'api', now);
    if (!outage) return 0;
    const orders = await postponeDueOrders(cx.db, outage);
    const services = await extendGracePeriods(cx.db, outage);
    await postponeUnpaidSuspension(cx.db, outage, days(cx.settings.renewals.daysAhead));
    const { since, until } = outage;
    const seconds = Math.round((until.getTime() - since.getTime()) / 1000);
    const details = { since: since.toISOString(), until: until.toISOString(), seconds, orders, services };
    await audit(cx, 'orders.postponed', null, details);
    return orders;
  });
}
