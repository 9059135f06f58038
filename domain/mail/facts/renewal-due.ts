import { isOrderedByJob, mailedServices } from '@innkeeper/db/tables/mailed-services';
import { loadOrders, serviceLines } from '@innkeeper/db/tables/orders';
import { daysUntil } from '@innkeeper/model/services/renewals';
import { bounded, type Composer } from '../composer.ts';
import { queueMail } from '../queue.ts';
import { debtsOf, pageOfDebts, wayOfRenewals } from '../renewal-ways.ts';

/** Asks for the payment of a renewal that a job has ordered. Writes nothing if the order is paid, being paid or gone by now. */
export const composeRenewalDue: Composer = async (cx, { account_id: accountId, order_id: orderId }) => {
  const [order] = await loadOrders(cx.db, [orderId]);
  if (order?.status !== 'awaiting_payment' || !(await isOrderedByJob(cx.db, orderId))) return;
  const lines = serviceLines(order.lines);
  const all = await mailedServices(
    cx.db,
    lines.map(({ service_id }) => service_id),
  );
  // An addon is renewed with its server, or alone up to the end of its server.
  const servers = all.filter(({ parent_id }) => parent_id === null);
  const services = (servers.length > 0 ? servers : all).flatMap(({ name, expiry_at }) =>
    expiry_at ? [{ name, until: expiry_at.getTime() }] : [],
  );
  const [first] = services;
  if (!first) return;
  const { listed, more } = bounded(services);
  await queueMail(cx, {
    ...{ accountId, template: 'renewal-due', dedupeKey: `renewal-due:${orderId}` },
    data: {
      ...{ services: listed, more, days: daysUntil(cx.clock.now(), new Date(first.until)) },
      ...{ debts: debtsOf(cx, [order]), pay: await wayOfRenewals(cx, [order]), page: pageOfDebts(cx, [order]) },
    },
  });
};
