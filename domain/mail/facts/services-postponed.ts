import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { loadOrders } from '@innkeeper/db/tables/orders';
import { findServiceEnds } from '@innkeeper/db/tables/service-ends';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { bounded, type Composer } from '../composer.ts';
import { queueMail } from '../queue.ts';
import { requestToPay } from '../renewal-ways.ts';

/**
 * Tells until when services run that staff gives more time to pay, with the orders that pay for them. Leaves out services that are paid or
 * suspended by now, cancelled ones, which end with their paid time, and those that staff ends. The reason of staff is internal.
 */
export const composeServicesPostponed: Composer = async (cx, { id, account_id: accountId, ids }) => {
  const ending = new Set((await findServiceEnds(cx.db, ids)).map(({ service_id }) => service_id));
  const postponed = (await mailedServices(cx.db, ids)).flatMap((service) => {
    const { status, is_cancelled, expiry_at, suspend_after } = service;
    if (
      status !== 'active' ||
      is_cancelled ||
      ending.has(service.id) ||
      !expiry_at ||
      !suspend_after ||
      suspend_after <= expiry_at
    )
      return [];
    return [{ id: service.id, name: service.name, until: suspend_after.getTime() }];
  });
  if (postponed.length === 0) return;
  const waiting = await waitingRenewals(
    cx.db,
    postponed.map((service) => service.id),
  );
  const orders = (await loadOrders(cx.db, waiting)).filter(({ status }) => status === 'awaiting_payment');
  const isSuspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  const { listed, more } = bounded(postponed.map(({ name, until }) => ({ name, until })));
  await queueMail(cx, {
    ...{ accountId, template: 'services-postponed', dedupeKey: `services-postponed:${id}` },
    data: { services: listed, more, ...(await requestToPay(cx, orders, isSuspended)) },
  });
};
