import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { bounded, type Composer } from '../composer.ts';
import { queueMail } from '../queue.ts';
import { debtsOfServices } from '../renewal-ways.ts';

/** Tells of services that were suspended as unpaid, with the orders that pay for them. Leaves out services that were resumed meanwhile. */
export const composeServicesSuspended: Composer = async (cx, { id, account_id: accountId, ids }) => {
  const suspended = (await mailedServices(cx.db, ids)).flatMap((service) =>
    service.status === 'suspended' && service.staff_suspended_at === null && service.expiry_at && service.suspended_at
      ? [{ ...service, until: service.expiry_at.getTime(), since: service.suspended_at.getTime() }]
      : [],
  );
  if (suspended.length === 0) return;
  const debts = await debtsOfServices(
    cx,
    suspended.map((service) => service.id),
  );
  const { listed, more } = bounded(suspended);
  await queueMail(cx, {
    ...{ accountId, template: 'services-suspended', dedupeKey: `services-suspended:${id}` },
    data: {
      services: listed.map(({ name, until }) => ({ name, until })),
      ends: Math.min(...suspended.map(({ until, since }) => Math.max(until, since))) + cx.settings.cancelGraceMs,
      more,
      ...debts,
    },
  });
};
