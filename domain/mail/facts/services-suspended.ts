import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { unpaidEndAt } from '@innkeeper/model/services/services';
import { bounded, type Composer } from '../composer.ts';
import { queueMail } from '../queue.ts';
import { debtsOfServices } from '../renewal-ways.ts';

/** Tells of services that were suspended as unpaid, with the orders that pay for them. Leaves out services that were resumed meanwhile. */
export const composeServicesSuspended: Composer = async (cx, { id, account_id: accountId, ids }) => {
  const suspended = (await mailedServices(cx.db, ids)).flatMap((service) => {
    const { id: serviceId, name, status, staff_suspended_at, expiry_at, suspended_at } = service;
    if (status !== 'suspended' || staff_suspended_at !== null || !expiry_at || !suspended_at) return [];
    const ends = unpaidEndAt({ expiry_at, suspended_at }, cx.settings.cancelGraceMs).getTime();
    return [{ id: serviceId, name, until: expiry_at.getTime(), ends }];
  });
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
      ends: Math.min(...suspended.map(({ ends }) => ends)),
      more,
      ...debts,
    },
  });
};
