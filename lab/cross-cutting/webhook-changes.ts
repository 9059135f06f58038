/** Requests that change webhooks and succeed each time, for idempotency.test.ts. */
import { givenDelivery, givenWebhook } from '../given-webhooks.ts';
import type { Setup } from './setup.ts';

export function webhookChanges(setup: () => Setup) {
  const webhook = () => givenWebhook(setup().lab.db, setup().me);
  const params = async () => ({ params: { id: (await webhook()).id } });
  return {
    updateWebhook: async () => ({ ...(await params()), body: { name: 'one' }, other: { name: 'another' } }),
    deleteWebhook: params,
    testWebhook: params,
    async replayEventDelivery() {
      const of = await webhook();
      return { params: { id: of.id, delivery: (await givenDelivery(setup().lab.db, of)).key } };
    },
  };
}
