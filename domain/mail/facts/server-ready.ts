import { serversOfOrder } from '@innkeeper/db/tables/mailed-facts';
import { bounded, type Composer, pageOf } from '../composer.ts';
import { queueTechnicalMail } from '../technical.ts';

/**
 * Tells that the servers of an order are ready, in one mail. While one is being built, nothing is written: its end is a fact of its own.
 * Leaves out servers that were built and have ended by now: they were not refunded as failed.
 */
export const composeServerReady: Composer = async (cx, { account_id: accountId, order_id: orderId }) => {
  const servers = await serversOfOrder(cx.db, orderId);
  if (servers.some(({ status }) => status === 'awaiting_payment' || status === 'processing')) return;
  const failed = servers.filter(({ status, was_built }) => status === 'terminated' && !was_built).map(({ hostname }) => hostname);
  const ready = servers.filter(({ status }) => status !== 'terminated');
  if (ready.length === 0 && failed.length === 0) return;
  const { listed, more } = bounded(ready);
  const [only] = ready;
  await queueTechnicalMail(cx, {
    ...{ accountId, template: 'server-ready', dedupeKey: `server-ready:${orderId}` },
    data: {
      order: orderId,
      servers: listed.map(({ hostname, addresses }) => ({ name: hostname, addresses: addresses.slice(0, 4), user: 'root' })),
      more,
      failed: bounded(failed).listed,
      page: pageOf(cx, ready.length === 1 && only ? `/servers/${only.id}` : '/servers'),
    },
  });
};
