import { type EventDelivery, replayDelivery } from '@innkeeper/db/tables/event-deliveries';
import type { Webhook } from '@innkeeper/db/tables/webhooks';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireRoom } from './room.ts';

/**
 * Sends an event again with all its attempts, whatever its status. Throws `wrong_state` like `testWebhook`, unless the delivery is still
 * pending.
 */
export async function replayEventDelivery(
  cx: MutatingCx<Customer>,
  { webhook, delivery }: { webhook: Webhook; delivery: EventDelivery },
): Promise<EventDelivery> {
  if (delivery.status !== 'pending') await requireRoom(cx, webhook);
  const replayed = await replayDelivery(cx.db, delivery.id, cx.clock.now());
  await audit(cx, 'replayEventDelivery', { kind: 'webhook', id: webhook.id }, { delivery: delivery.key });
  return replayed;
}
