import type { Payment } from '@innkeeper/db/schema';
import type { ReceivedWebhook } from '@innkeeper/model/payments/webhook';
import type { Cx } from '../context.ts';

/** Keeps a delivery whose signature was verified, for a worker to handle (jobs/handle-webhooks.ts). One that is there already stays as it is. */
export async function receiveWebhook(
  { db, clock }: Pick<Cx, 'db' | 'clock'>,
  gateway: string,
  { eventId, eventType }: ReceivedWebhook,
  body: Buffer,
): Promise<void> {
  await db
    .insertInto('webhook_deliveries')
    .values({
      gateway: gateway as Payment['gateway'],
      event_id: eventId,
      event_type: eventType,
      body,
      received_at: clock.now(),
    })
    .onConflict((oc) => oc.columns(['gateway', 'event_id']).doNothing())
    .execute();
}
