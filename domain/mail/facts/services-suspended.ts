import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { loadOrders } from '@innkeeper/db/tables/orders';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { bounded, type Composer } from '../composer.ts';
import { queueMail } from '../queue.ts';
import { debtsOf, pageOfDebts, wayOfRenewals } from '../renewal-ways.ts';

/** Tells of services that were suspended as unpaid, with the orders that pay for them. Leaves out services that were resumed meanwhile. */
export const composeServicesSuspended: Composer = async (cx, { id, account_id: accountId, ids }) => {
  const suspended = (await mailedServices(cx.db, ids)).flatMap((service) =>
    service.status === 'suspended' && service.staff_suspended_at === null && service.expiry_at && service.suspended_at
      ? [{ ...service, until: service.expiry_at.getTime(), since: service.suspended_at.getTime() }]
      : [],
  );
  if (suspended.length === 0) return;
  const waiting = await waitingRenewals(
    cx.db,
    suspended.map((service) => service.id),
  );
  const orders = (await loadOrders(cx.db, waiting)).filter(({ status }) => status === 'awaiting_payment');
  const { listed, more } = bounded(suspended);
  await queueMail(cx, {
    ...{ accountId, template: 'services-suspended', dedupeKey: `services-suspended:${id}` },
    data: {
      services: listed.map(({ name, until }) => ({ name, until })),
      ends: Math.min(...suspended.map(({ until, since }) => Math.max(until, since))) + cx.settings.cancelGraceMs,
      more,
      ...{ debts: debtsOf(cx, orders), pay: await wayOfRenewals(cx, orders), page: pageOfDebts(cx, orders) },
    },
  });
};
