/** Asks gateways what became of refunds that they had taken and not sent yet, and of those that they told of. */
import { forEachDue } from '@innkeeper/db/tables/due';
import { transact } from '@innkeeper/domain/context';
import { applyRefundOutcome } from '@innkeeper/domain/payments/refund-outcome';
import { GatewayError } from '@innkeeper/engine/payments/port';
import { hours } from '@innkeeper/model/clock';
import { askedRefund } from '@innkeeper/workflows/steps/payment';
import { sql } from 'kysely';
import type { PaymentsContext } from './job.ts';

const BATCH = 50;
const LONGEST_PAUSE_MS = hours(6);

/** Returns how many were asked about. */
export function lookAtRefunds(cx: PaymentsContext): Promise<number> {
  return forEachDue(cx, {
    name: 'look-at-refunds',
    kind: 'payment_refund',
    longestPauseMs: LONGEST_PAUSE_MS,
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
    act: ({ id }) => lookAtRefund(cx, id),
  });
}

/** Never in a transaction: the gateway may take its time. Returns whether there is anything to ask. Throws `GatewayError`. */
export async function lookAtRefund(cx: PaymentsContext, id: number): Promise<boolean> {
  const row = await cx.db.selectFrom('payment_refunds').selectAll().where('id', '=', id).executeTakeFirst();
  // Before it was asked for there is nothing; its workflow is about to.
  if (!row || row.gateway_id === null || row.state === 'failed') return false;
  const { payment, wanted } = await askedRefund(cx.db, row);
  const seen = await (await cx.payments.gateway(payment.gateway)).lookRefund(wanted);
  if (!seen) throw new GatewayError('refused', `${payment.gateway} knows no refund ${row.reference}`);
  await transact(cx, (one) => applyRefundOutcome(one, id, seen, { alert: true }));
  return true;
}
