import { type EventDelivery, insertDeliveries } from '@innkeeper/db/tables/event-deliveries';
import type { Webhook } from '@innkeeper/db/tables/webhooks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireRoom } from './room.ts';

/**
 * Queues an event of type `test` with `body` as its JSON. Throws `wrong_state` for a webhook that is disabled or has too many pending
 * deliveries.
 */
export async function testWebhook(
  cx: MutatingCx<Customer>,
  { webhook, body }: { webhook: Webhook; body: string },
): Promise<EventDelivery> {
  await requireRoom(cx, webhook);
  const { id, account_id } = webhook;
  const now = cx.clock.now();
  const [delivery] = await insertDeliveries(cx.db, [
    { account_id, webhook_id: id, event_type: 'test', body, next_try_at: now, created_at: now },
  ]);
  if (!delivery) throw new Error('the test of a webhook was not written');
  await audit(cx, 'testWebhook', { kind: 'webhook', id });
  return delivery;
}
