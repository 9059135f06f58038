import type { Database, Payment } from '@innkeeper/db/schema';
import type { Hint } from '@innkeeper/model/payments/outcome';
import type { ReceivedWebhook } from '@innkeeper/model/payments/webhook';
import { type Kysely, sql } from 'kysely';
import type { Cx } from '../context.ts';

/** Keeps a delivery whose signature was verified, for a worker to handle (jobs/handle-webhooks.ts). One that is there already stays as it is. */
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

/** Whose it is. Of a dispute nobody knows before the gateway is asked, nor of what was begun elsewhere. */
async function accountOf(db: Kysely<Database>, gateway: Payment['gateway'], hint: Hint): Promise<number | undefined> {
  const query = queryOf(gateway, hint);
  return query && (await query.execute(db)).rows[0]?.account_id;
}

function queryOf(gateway: Payment['gateway'], hint: Hint) {
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
