import type {
  EventDeliveryDetails,
  EventDelivery as Shown,
  Webhook as ShownWebhook,
  NewWebhook as WireNewWebhook,
} from '@innkeeper/contract/schemas/webhook';
import type { AccountEvent } from '@innkeeper/db/schema';
import type { Attempt, EventDelivery } from '@innkeeper/db/tables/event-deliveries';
import type { Webhook } from '@innkeeper/db/tables/webhooks';
import { presentEvent } from './event.ts';
import { iso, isoOrNull } from './time.ts';

export type NewWebhook = Webhook & { plainSecret: string };

export function presentWebhook(row: Webhook): ShownWebhook {
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    // The contract accepts no other values.
    event_types: row.event_types as ShownWebhook['event_types'],
    enabled: row.status === 'enabled',
    disabled_reason: row.disabled_reason,
    failing_since: isoOrNull(row.failing_since),
    previous_secret_until: isoOrNull(row.previous_until),
    created_at: iso(row.created_at),
  };
}

export const presentNewWebhook = ({ plainSecret, ...row }: NewWebhook): WireNewWebhook => ({
  ...presentWebhook(row),
  secret: plainSecret,
});

export function presentDelivery(row: EventDelivery): Shown {
  return {
    id: row.key,
    event_type: row.event_type,
    event_id: row.event_id === null ? null : Number(row.event_id),
    status: row.status,
    tries: row.tries,
    created_at: iso(row.created_at),
    next_try_at: row.status === 'pending' ? iso(row.next_try_at) : null,
    ended_at: isoOrNull(row.ended_at),
  };
}

export function presentDeliveryDetails(row: EventDelivery): EventDeliveryDetails {
  // Only jobs/webhooks/deliver-events.ts writes attempts.
  const attempts = row.attempts as unknown as Attempt[];
  return {
    ...presentDelivery(row),
    body: row.body,
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: iso(new Date(at)) })),
    answer: row.answer,
  };
}

/** Returns the body of a webhook delivery: the JSON of a stream event. */
export const eventBody = (event: AccountEvent): string => JSON.stringify(presentEvent(event));

/** Returns the body that reports missed events. `lastId` is the id of the latest event. */
export const resetBody = (lastId: bigint, at: Date): string => JSON.stringify({ id: Number(lastId), at: iso(at), type: 'reset' });

/** Returns the body of a test, which is not an event of the account. */
export const testBody = (webhookId: number, at: Date): string =>
  JSON.stringify({ type: 'test', at: iso(at), data: { webhook_id: webhookId } });
