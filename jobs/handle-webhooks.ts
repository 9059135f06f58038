/**
 * What gateways told is handled: each delivery once, one that fails keeps no other waiting. A delivery is a hint only. Its payment is
 * looked at as it is now, so that it does not matter how often and in which order they come.
 */

import type { Payment } from '@innkeeper/db/schema';
import { forEachDue } from '@innkeeper/db/tables/due';
import { findPaymentBy } from '@innkeeper/db/tables/payments';
import { endCard } from '@innkeeper/db/tables/saved-cards';
import { transact } from '@innkeeper/domain/context';
import { applyDispute } from '@innkeeper/domain/payments/dispute';
import { minutes } from '@innkeeper/model/clock';
import type { Hint } from '@innkeeper/model/payments/outcome';
import { lookAtPayment } from '@innkeeper/workflows/steps/payment';
import { sql } from 'kysely';
import type { PaymentsContext } from './job.ts';
import { lookAtRefund } from './look-at-refunds.ts';

/** Read at a time. */
const BATCH = 50;
/** Of a gateway, asked at a time: it takes its time to answer, and refuses who asks too much. */
const AT_ONCE = 4;
/** Of an account, between two looks: a flood of its deliveries keeps those of others waiting for no longer than these take. */
const OF_AN_ACCOUNT = 4;
const LONGEST_PAUSE_MS = minutes(30);

export type WebhookGateway = (typeof WEBHOOK_GATEWAYS)[number];
export const WEBHOOK_GATEWAYS = ['bank', 'sandbox', 'stripe'] as const satisfies readonly Payment['gateway'][];

/** Each gateway has a job of its own (jobs.ts), so that one that answers slowly keeps none of another's waiting. */
export const webhooksJob = (gateway: WebhookGateway): string => `handle-webhooks-${gateway}`;

/** Returns how many were handled. `atOnce`: of a gateway. */
export async function handleWebhooks(
  cx: PaymentsContext,
  gateways: readonly WebhookGateway[] = WEBHOOK_GATEWAYS,
  atOnce = AT_ONCE,
): Promise<number> {
  const handled = await Promise.all(gateways.map((gateway) => handleAllOf(cx, gateway, atOnce)));
  return handled.reduce((sum, one) => sum + one, 0);
}

function handleAllOf(cx: PaymentsContext, gateway: WebhookGateway, atOnce: number): Promise<number> {
  return forEachDue(cx, {
    name: webhooksJob(gateway),
    kind: 'webhook',
    longestPauseMs: LONGEST_PAUSE_MS,
    atOnce,
    find: (except) => inTurn(cx, gateway, except),
    act: ({ id }) => handle(cx, id),
  });
}

/** Everybody's first before anybody's second; those of which nobody knows whose they are count as one account's. */
async function inTurn(cx: PaymentsContext, gateway: WebhookGateway, except: readonly number[]): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (partition by account_id order by id) as turn from webhook_deliveries
      where handled_at is null and gateway = ${gateway} and id <> all(${[...except]}::int[])) as waiting
    where turn <= ${OF_AN_ACCOUNT} order by turn, id limit ${BATCH}`.execute(cx.db);
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

/** Returns what the delivery was about. */
async function act(cx: PaymentsContext, gateway: Payment['gateway'], hint: Hint): Promise<string> {
  switch (hint.about) {
    case 'payment':
    case 'reference': {
      const by = hint.about === 'payment' ? { gateway, gatewayId: hint.gatewayId } : { reference: hint.reference };
      const payment = await findPaymentBy(cx.db, by);
      if (!payment) return 'ignored: no payment of ours';
      await lookAtPayment(cx, payment.id);
      return `payment ${payment.id}`;
    }
    case 'dispute': {
      const seen = await (await cx.payments.gateway(gateway)).lookDispute(hint.gatewayId);
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
      return refund && (await lookAtRefund(cx, refund.id)) ? `refund ${refund.id}` : 'ignored: no refund of ours';
    }
    case 'card':
      await endCard(cx.db, { gateway, gatewayId: hint.gatewayId }, cx.clock.now());
      return 'card ended';
    case 'nothing':
      return 'ignored';
  }
}

/** Deliveries that were handled long ago. */
export async function purgeWebhooks(cx: Pick<PaymentsContext, 'db' | 'clock' | 'settings'>): Promise<void> {
  const before = new Date(cx.clock.now().getTime() - cx.settings.retention.gatewayWebhooksMs);
  await cx.db.deleteFrom('webhook_deliveries').where('received_at', '<', before).where('handled_at', 'is not', null).execute();
}
