import { mailedServices } from '@innkeeper/db/tables/mailed-services';
import { bounded, type Composer } from '../composer.ts';
import { queueMail } from '../queue.ts';

/** Tells that a payment has resumed services. Leaves out services that are suspended again. */
export const composeServicesResumed: Composer = async (cx, { id, account_id: accountId, ids }) => {
  const resumed = (await mailedServices(cx.db, ids)).flatMap(({ status, name, expiry_at }) =>
    status === 'active' && expiry_at ? [{ name, until: expiry_at.getTime() }] : [],
  );
  if (resumed.length === 0) return;
  const { listed: services, more } = bounded(resumed);
  const about = { accountId, template: 'services-resumed', dedupeKey: `services-resumed:${id}` } as const;
  await queueMail(cx, { ...about, data: { services, more } });
};
