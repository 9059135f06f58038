import type { Database, Payment } from '@innkeeper/db/schema';
import type { WebhookHint } from '@innkeeper/model/payments/outcome';
import type { ReceivedWebhook } from '@innkeeper/model/payments/webhook';
import { type Kysely, sql } from 'kysely';
import type { Cx } from '../context.ts';

/**
 * Stores a delivery with a verified signature, for a worker to handle (jobs/handle-webhooks.ts). A delivery that already exists stays
 * unchanged.
 */
export async function receiveWebhook(
  { db, clock }: Pick<Cx, 'db' | 'clock'>,
  name: string,
  { eventId, eventType, hint }: ReceivedWebhook,
  body: Buffer,
): Promise<void> {
  const gateway = name as Payment['gateway'];
  const account_id = (await accountOf(db, gateway, hint)) ?? null;
  await db
    .insertInto('webhook_deliveries')
    .values({ gateway, event_id: eventId, event_type: eventType, body, account_id, received_at: clock.now() })
    .onConflict((oc) => oc.columns(['gateway', 'event_id']).doNothing())
    .execute();
}

/**
 * Returns the account of a delivery, or `undefined` if unknown. A new dispute is unknown until the gateway is polled. Payments made
 * elsewhere have no account.
 */
async function accountOf(db: Kysely<Database>, gateway: Payment['gateway'], hint: WebhookHint): Promise<number | undefined> {
  const query = queryOf(gateway, hint);
  return query && (await query.execute(db)).rows[0]?.account_id;
}

function queryOf(gateway: Payment['gateway'], hint: WebhookHint) {
  switch (hint.about) {
    case 'payment':
      return sql<Owner>`select account_id from payments where gateway = ${gateway} and gateway_id = ${hint.gatewayId}`;
    case 'reference':
      return sql<Owner>`select account_id from payments where reference = ${hint.reference}`;
    case 'refund':
      return sql<Owner>`select p.account_id from payment_refunds r join payments p on p.id = r.payment_id
        where p.gateway = ${gateway} and r.gateway_id = ${hint.gatewayId}`;
    case 'dispute':
      return sql<Owner>`select account_id from disputes where gateway = ${gateway} and gateway_id = ${hint.gatewayId}`;
    case 'card':
    case 'nothing':
      return undefined;
  }
}

interface Owner {
  account_id: number;
}
