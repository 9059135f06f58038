/** Money of a payment goes back to who paid: it is taken from the balance now, and sent by a workflow. */
import { randomBytes } from 'node:crypto';
import { withdraw } from '@innkeeper/db/ledger';
import { lockPayment } from '@innkeeper/db/tables/payments';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, decimal } from '@innkeeper/model/money';
import { grouped, makeReference } from '@innkeeper/model/payments/reference';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { start } from '../workflows/start.ts';

/** Returns the refund's id. Throws `not_found`, `wrong_state` for more than is left of the payment, `insufficient_funds`. */
export async function refundPayment(
  cx: MutatingCx,
  paymentId: number,
  amount: Cents | undefined,
): Promise<{ id: number; amount: Cents }> {
  const locked = await lockPayment(cx.db, paymentId);
  if (!locked) throw new Failure('not_found', { message: `Payment ${paymentId} does not exist.` });
  const { payment } = locked;
  const left = await leftOf(cx, paymentId);
  const wanted = amount ?? left;
  if (wanted > left || wanted === 0n)
    throw new Failure('wrong_state', { message: `At most ${decimal(left)} of payment ${paymentId} can be refunded.` });
  const now = cx.clock.now();
  const entry_id = await withdraw(cx.db, {
    accountId: payment.account_id,
    amount: wanted,
    gateway: payment.gateway,
    paymentMethod: payment.method,
    description: `Refund of payment ${grouped(payment.reference)}`,
    now,
  });
  const { id } = await cx.db
    .insertInto('payment_refunds')
    .values({ payment_id: paymentId, amount: wanted, reference: makeReference(randomBytes(12)), entry_id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await start(
    cx,
    'payment.refund',
    payment,
    { refundId: id },
    { lock: null, action: 'payment.refunded', details: { amount: decimal(wanted) } },
  );
  return { id, amount: wanted };
}

/**
 * Marks a refund as sent to its gateway. Returns whether it may be sent: not if a dispute, which came after the refund was asked for, has taken
 * the money back already.
 */
export async function claimRefund(cx: MutatingCx, { id, payment_id }: { id: number; payment_id: number }): Promise<boolean> {
  await lockPayment(cx.db, payment_id);
  if ((await balanceOf(cx, payment_id)) < 0n) return false;
  await cx.db.updateTable('payment_refunds').set({ attempted_at: cx.clock.now() }).where('id', '=', id).execute();
  return true;
}

/** Returns what came for a payment, less what went back or was disputed, and never less than nothing. */
async function leftOf(cx: MutatingCx, paymentId: number): Promise<Cents> {
  const left = await balanceOf(cx, paymentId);
  return left > 0n ? left : 0n;
}

async function balanceOf({ db }: MutatingCx, paymentId: number): Promise<Cents> {
  const { rows } = await sql<{ left: Cents }>`
    select ((select coalesce(sum(amount), 0) from payment_receipts where payment_id = ${paymentId})
      - (select coalesce(sum(amount), 0) from payment_refunds where payment_id = ${paymentId} and state <> 'failed')
      - (select coalesce(sum(amount), 0) from disputes where payment_id = ${paymentId} and state <> 'won'))::bigint as left`.execute(
    db,
  );
  return rows[0]?.left ?? 0n;
}
