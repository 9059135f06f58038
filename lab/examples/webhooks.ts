/** Records webhooks and their deliveries for the walkthrough. */
import type { Chain } from '../chain.ts';
import type { GivenAccount } from '../given.ts';
import type { Recorder } from './recorder.ts';

/** Time inside a text, where times are not replaced. */
const AT = '2026-03-02T09:00:00.000000Z';

interface Scene extends Recorder {
  chain: Chain;
  owner: GivenAccount;
}

/** Records webhooks. Secrets and delivery ids are fixed, because they would change the examples with each run. */
export async function recordWebhooks({ chain, owner, call, keep }: Scene): Promise<void> {
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDZb5Z1c4N2yE=';
  const body = { url: 'https://example.com/hooks/hosting', name: 'billing system', event_types: ['server', 'order'] };
  const made = (await chain.call('createWebhook', { body }, owner)).body;
  keep('createWebhook', { body, reply: { ...made, secret } });
  const params = { id: made.id };
  const rotated = await chain.call('rotateWebhookSecret', { params, body: { overlap_minutes: 1_440 } }, owner);
  keep('rotateWebhookSecret', { params, body: { overlap_minutes: 1_440 }, reply: { ...rotated.body, secret } });
  await call('listWebhooks');
  await call('getWebhook', { params });
  await call('updateWebhook', { params, body: { event_types: ['server'] } });
  const id = 'msg_2f1c7a0e9b5d4c3f8a6e1b0d7c9f5a43';
  const tested = (await chain.call('testWebhook', { params }, owner)).body;
  keep('testWebhook', { params, reply: { ...tested, id } });
  await chain.db
    .updateTable('event_deliveries')
    .set({ key: id, tries: 1, attempts: JSON.stringify([{ at: Date.now(), status: 200, ms: 84, error: null }]), answer: 'ok' })
    .set({
      status: 'delivered',
      ended_at: new Date(),
      body: JSON.stringify({ type: 'test', at: AT, data: { webhook_id: made.id } }),
    })
    .where('key', '=', tested.id)
    .execute();
  await call('listEventDeliveries', { params, query: { 'filter[status]': 'delivered' } });
  const delivery = { ...params, delivery: id };
  await call('getEventDelivery', { params: delivery });
  await call('replayEventDelivery', { params: delivery });
  await call('deleteWebhook', { params });
}
