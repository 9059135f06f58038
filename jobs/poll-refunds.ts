/** Polls gateways for refunds that they accepted but have not sent yet. A webhook about a refund also polls that refund. */
import { forEachDue } from '@innkeeper/db/tables/due';
import { transact } from '@innkeeper/domain/context';
import { applyRefundOutcome } from '@innkeeper/domain/payments/refund-outcome';
import { GatewayError } from '@innkeeper/engine/payments/port';
import { hours } from '@innkeeper/model/time/clock';
import { loadRefundRequest } from '@innkeeper/workflows/steps/payment';
import { sql } from 'kysely';
import type { PaymentsContext } from './job.ts';

const BATCH = 50;
const MAX_BACKOFF_MS = hours(6);

/** Polls due refunds. Returns how many. */
export function pollRefunds(cx: PaymentsContext): Promise<number> {
  return forEachDue(cx, {
    name: 'look-at-refunds',
    kind: 'payment_refund',
    maxBackoffMs: MAX_BACKOFF_MS,
    find: (except) =>
      cx.db
        .selectFrom('payment_refunds')
        .select('id')
        .where('next_look_at', '<=', cx.clock.now())
        .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
        .orderBy('next_look_at')
        .orderBy('id')
        .limit(BATCH)
        .execute(),
    act: ({ id }) => pollRefund(cx, id),
  });
}

/**
 * Polls a refund. Never called in a transaction, because the gateway may be slow. Returns whether there was anything to poll. Throws
 * `GatewayError`.
 */
export async function pollRefund(cx: PaymentsContext, id: number): Promise<boolean> {
  const row = await cx.db.selectFrom('payment_refunds').selectAll().where('id', '=', id).executeTakeFirst();
  // A refund without a gateway id is still being requested by its workflow.
  if (!row || row.gateway_id === null || row.state === 'failed') return false;
  const { payment, request } = await loadRefundRequest(cx.db, row);
  const seen = await (await cx.payments.gateway(payment.gateway)).pollRefund(request);
  if (!seen) throw new GatewayError('refused', `${payment.gateway} knows no refund ${row.reference}`);
  await transact(cx, (one) => applyRefundOutcome(one, id, seen, { alert: true }));
  return true;
}
