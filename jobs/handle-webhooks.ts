/**
 * Handles webhook deliveries of gateways. Each delivery is handled once, and a failed one delays no other. A delivery is only a hint: the
 * payment's current state is polled, so the number and order of deliveries do not matter.
 */

import type { Payment } from '@innkeeper/db/schema';
import { forEachDue } from '@innkeeper/db/tables/due';
import { findPaymentBy } from '@innkeeper/db/tables/payments';
import { endCard } from '@innkeeper/db/tables/saved-cards';
import { transact } from '@innkeeper/domain/context';
import { applyDispute } from '@innkeeper/domain/payments/dispute';
import type { WebhookHint } from '@innkeeper/model/payments/outcome';
import { minutes } from '@innkeeper/model/time/clock';
import { pollPayment } from '@innkeeper/workflows/steps/payment';
import { sql } from 'kysely';
import type { PaymentsContext } from './job.ts';
import { pollRefund } from './poll-refunds.ts';

/** Maximum number of deliveries read at a time. */
const BATCH = 50;
/** Maximum number of deliveries of a gateway handled concurrently. Gateways are slow and limit the request rate. */
const CONCURRENCY = 4;
/** Maximum number of deliveries of an account per poll, so that a flood of them delays other accounts only briefly. */
const MAX_PER_ACCOUNT = 4;
const MAX_BACKOFF_MS = minutes(30);

export type WebhookGateway = (typeof WEBHOOK_GATEWAYS)[number];
export const WEBHOOK_GATEWAYS = ['bank', 'sandbox', 'stripe'] as const satisfies readonly Payment['gateway'][];

/** Returns the name of a gateway's job. Each gateway has its own job (jobs.ts), so that a slow one does not delay others. */
export const webhooksJob = (gateway: WebhookGateway): string => `handle-webhooks-${gateway}`;

/** Handles due deliveries and returns how many. `atOnce` is the concurrency per gateway. */
export async function handleWebhooks(
  cx: PaymentsContext,
  gateways: readonly WebhookGateway[] = WEBHOOK_GATEWAYS,
  concurrency = CONCURRENCY,
): Promise<number> {
  const handled = await Promise.all(gateways.map((gateway) => handleAllOf(cx, gateway, concurrency)));
  return handled.reduce((sum, one) => sum + one, 0);
}

function handleAllOf(cx: PaymentsContext, gateway: WebhookGateway, concurrency: number): Promise<number> {
  return forEachDue(cx, {
    name: webhooksJob(gateway),
    kind: 'webhook',
    maxBackoffMs: MAX_BACKOFF_MS,
    concurrency: concurrency,
    find: (except) => selectFairly(cx, gateway, except),
    act: ({ id }) => handle(cx, id),
  });
}

/**
 * Selects deliveries fairly: the first of every account, then the second, and so on. Deliveries without a known account count as one
 * account's.
 */
async function selectFairly(cx: PaymentsContext, gateway: WebhookGateway, except: readonly number[]): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (partition by account_id order by id) as turn from webhook_deliveries
      where handled_at is null and gateway = ${gateway} and id <> all(${[...except]}::int[])) as waiting
    where turn <= ${MAX_PER_ACCOUNT} order by turn, id limit ${BATCH}`.execute(cx.db);
  return rows;
}

async function handle(cx: PaymentsContext, id: number): Promise<boolean> {
  const delivery = await cx.db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!delivery || delivery.handled_at !== null) return false;
  const { gateway, body } = delivery;
  const outcome = await act(cx, gateway, cx.payments.hint(gateway, body));
  await cx.db.updateTable('webhook_deliveries').set({ handled_at: cx.clock.now(), outcome }).where('id', '=', id).execute();
  return true;
}

/** Processes the hint. Returns what the delivery was about. */
async function act(cx: PaymentsContext, gateway: Payment['gateway'], hint: WebhookHint): Promise<string> {
  switch (hint.about) {
    case 'payment':
    case 'reference': {
      const by = hint.about === 'payment' ? { gateway, gatewayId: hint.gatewayId } : { reference: hint.reference };
      const payment = await findPaymentBy(cx.db, by);
      if (!payment) return 'ignored: no payment of ours';
      await pollPayment(cx, payment.id);
      return `payment ${payment.id}`;
    }
    case 'dispute': {
      const seen = await (await cx.payments.gateway(gateway)).pollDispute(hint.gatewayId);
      await transact(cx, (one) => applyDispute(one, gateway, seen));
      return `dispute ${hint.gatewayId}`;
    }
    case 'refund': {
      const refund = await cx.db
        .selectFrom('payment_refunds')
        .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
        .select('payment_refunds.id')
        .where('payments.gateway', '=', gateway)
        .where('payment_refunds.gateway_id', '=', hint.gatewayId)
        .executeTakeFirst();
      return refund && (await pollRefund(cx, refund.id)) ? `refund ${refund.id}` : 'ignored: no refund of ours';
    }
    case 'card':
      await endCard(cx.db, { gateway, gatewayId: hint.gatewayId }, cx.clock.now());
      return 'card ended';
    case 'nothing':
      return 'ignored';
  }
}

/** Deletes deliveries that were handled long ago. */
export async function purgeWebhooks(cx: Pick<PaymentsContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  const before = new Date(cx.clock.now().getTime() - cx.settings.retention.gatewayWebhooksMs);
  await cx.db.deleteFrom('webhook_deliveries').where('received_at', '<', before).where('handled_at', 'is not', null).execute();
}
