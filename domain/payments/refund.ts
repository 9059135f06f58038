/** Refunds a payment to its payer: the amount leaves the balance now, and a workflow sends it. */
import { randomBytes } from 'node:crypto';
import { withdraw } from '@innkeeper/db/ledger';
import type { Payment } from '@innkeeper/db/schema';
import { lockPayment } from '@innkeeper/db/tables/payments';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { formatReference, makeReference } from '@innkeeper/model/payments/reference';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { startWorkflow } from '../workflows/start.ts';
import { type NamedPayee, validatePayee } from './payee.ts';

/**
 * Locks the payment and returns the amount of its refund: `amount`, or all that is left. `isRedirected`: result of `validatePayee`. `named`: payee of a transfer whose bank statement
 * has no account, or one to which a refund has failed. Throws `not_found`, `wrong_state` if `amount` exceeds what is left, and the errors of
 * `validatePayee`.
 */
export async function validateRefund(
  cx: MutatingCx,
  paymentId: number,
  amount: Cents | undefined,
  named: NamedPayee = {},
): Promise<{ payment: Payment; amount: Cents; isRedirected: boolean }> {
  const locked = await lockPayment(cx.db, paymentId);
  if (!locked) throw new Failure('not_found', { message: `Payment ${paymentId} does not exist.` });
  const { payment } = locked;
  const left = await leftOf(cx, paymentId);
  const refundAmount = amount ?? left;
  const isRedirected = await validatePayee(cx, { ...payment, amount: refundAmount }, named);
  if (refundAmount > left || refundAmount === 0n)
    throw new Failure('wrong_state', { message: `At most ${formatDecimal(left)} of payment ${paymentId} can be refunded.` });
  return { payment, amount: refundAmount, isRedirected };
}

/** Refunds as `validateRefund` says. Returns the refund's id and amount. Throws its errors, and `insufficient_funds`. */
export async function refundPayment(
  cx: MutatingCx,
  paymentId: number,
  wanted: Cents | undefined,
  named: NamedPayee = {},
): Promise<{ id: number; amount: Cents }> {
  const { payment, amount } = await validateRefund(cx, paymentId, wanted, named);
  const now = cx.clock.now();
  const entry_id = await withdraw(cx.db, {
    accountId: payment.account_id,
    amount,
    gateway: payment.gateway,
    paymentMethod: payment.method,
    description: `Refund of payment ${formatReference(payment.reference)}`,
    now,
  });
  const { id } = await cx.db
    .insertInto('payment_refunds')
    .values({
      payment_id: paymentId,
      amount,
      reference: makeReference(randomBytes(12)),
      entry_id,
      ...{ payee: named.payee ?? null, iban: named.iban ?? null },
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await startWorkflow(
    cx,
    'payment.refund',
    payment,
    { refundId: id },
    { lock: null, action: 'payment.refunded', details: { amount: formatDecimal(amount) } },
  );
  return { id, amount };
}

/**
 * Marks a refund as sent to its gateway and returns whether it may be sent. The refund must not be sent if a dispute that was opened after
 * the request has already taken the money back.
 */
export async function claimRefund(cx: MutatingCx, { id, payment_id }: { id: number; payment_id: number }): Promise<boolean> {
  await lockPayment(cx.db, payment_id);
  if ((await balanceOf(cx, payment_id)) < 0n) return false;
  await cx.db.updateTable('payment_refunds').set({ attempted_at: cx.clock.now() }).where('id', '=', id).execute();
  return true;
}

/** Returns the received amount less refunds and disputes, in cents. Never negative. */
async function leftOf(cx: MutatingCx, paymentId: number): Promise<Cents> {
  const left = await balanceOf(cx, paymentId);
  return left > 0n ? left : 0n;
}

/** Returns all that the payments of an account can still send back to their payers, in cents. */
export async function refundableOf({ db }: Pick<MutatingCx, 'db'>, accountId: number): Promise<Cents> {
  const { rows } = await sql<{ left: Cents }>`
    select coalesce(sum(greatest((select coalesce(sum(amount), 0) from payment_receipts where payment_id = p.id)
      - (select coalesce(sum(amount), 0) from payment_refunds where payment_id = p.id and state <> 'failed')
      - (select coalesce(sum(amount), 0) from disputes where payment_id = p.id and state <> 'won'), 0)), 0)::bigint as left
    from payments p where p.account_id = ${accountId}`.execute(db);
  return rows[0]?.left ?? 0n;
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
