/**
 * Creates webhook deliveries from events. For each webhook with a backlog, one transaction turns the events after its position into
 * deliveries and advances the position. Events are therefore neither lost nor taken twice, even if a worker dies. If events were purged
 * because a webhook's deliveries waited for a week, a `reset` reports the gap.
 */

import { forEachDue } from '@innkeeper/db/tables/due';
import { countPending, insertDeliveries } from '@innkeeper/db/tables/event-deliveries';
import { eventsAfter, lastEventId } from '@innkeeper/db/tables/events';
import { listWebhooksWithBacklog, lockWebhook, updateWebhook } from '@innkeeper/db/tables/webhooks';
import { transact } from '@innkeeper/domain/context';
import { seconds } from '@innkeeper/model/time/clock';
import { MAX_PENDING } from '@innkeeper/model/webhooks/schedule';
import type { WebhooksContext } from '../job.ts';

/** Maximum number of events per transaction. */
const BATCH = 200;
/** Pause in milliseconds before a webhook with too many pending deliveries is checked again. */
const FULL_PAUSE_MS = seconds(30);

export const TAKE_EVENTS = 'take-events';

/** Processes webhooks with a backlog. Returns how many. */
export async function takeEvents(cx: WebhooksContext): Promise<number> {
  return forEachDue(cx, {
    name: TAKE_EVENTS,
    kind: 'webhook',
    find: (except) => listWebhooksWithBacklog(cx.db, cx.clock.now(), except),
    act: ({ id }) => transact(cx, (one) => take(one, id)),
    concurrency: 4,
  });
}

async function take(cx: WebhooksContext, id: number): Promise<boolean> {
  const webhook = await lockWebhook(cx.db, id);
  if (webhook?.status !== 'enabled') return false;
  const now = cx.clock.now();
  const room = MAX_PENDING - (await countPending(cx.db, id, MAX_PENDING));
  if (room <= 0) {
    await updateWebhook(cx.db, id, { take_after: new Date(now.getTime() + FULL_PAUSE_MS) });
    return false;
  }
  const { account_id, position, event_types } = webhook;
  const events = await eventsAfter(cx.db, { accountId: account_id, after: position, limit: Math.min(room, BATCH) });
  const common = { account_id, webhook_id: id, next_try_at: now, created_at: now };
  // Ids have no gaps, so purged events are noticed.
  const lost = events[0]?.id !== position + 1n;
  if (lost) {
    const last = await lastEventId(cx.db, account_id);
    if (last === position) return false;
    await insertDeliveries(cx.db, [{ ...common, event_type: 'reset', event_id: last, body: cx.webhooks.resetBody(last, now) }]);
    await updateWebhook(cx.db, id, { position: last, take_after: null });
    return true;
  }
  const selected = events.filter(({ resource_kind: kind, resource_id }) => {
    // A webhook gets no events about itself.
    if (kind === 'webhook' && resource_id === id) return false;
    return event_types.length === 0 || event_types.includes(kind);
  });
  const rows = selected.map((event) => ({
    ...common,
    event_type: event.resource_kind,
    event_id: event.id,
    body: cx.webhooks.eventBody(event),
  }));
  await insertDeliveries(cx.db, rows);
  await updateWebhook(cx.db, id, { position: events.at(-1)?.id ?? position, take_after: null });
  return true;
}
