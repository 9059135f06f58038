/**
 * Disputes: a payer has asked its bank for the money back.
 *
 * The gateway takes the money from us immediately, so it is withdrawn from the balance immediately. The part that the balance does not
 * cover is written off, because no balance falls below its limit. The account cannot order until the dispute is won or settled. A won
 * dispute reverses both postings.
 */
import { deposit, lockBalance, withdraw, writeOff } from '@innkeeper/db/ledger';
import type { Dispute, Payment } from '@innkeeper/db/schema';
import { alertKeyOf, alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { findPaymentBy, lockPayment } from '@innkeeper/db/tables/payments';
import { formatDecimal } from '@innkeeper/model/money/money';
import type { DisputeReport } from '@innkeeper/model/payments/outcome';
import { formatReference } from '@innkeeper/model/payments/reference';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';

const ALERT = 'payment_disputed';

/** Applies the gateway's report about a dispute. A repeated or late report changes nothing. */
export async function applyDispute(cx: MutatingCx, gateway: Payment['gateway'], seen: DisputeReport): Promise<void> {
  const payment = seen.paymentReference === null ? undefined : await findPaymentBy(cx.db, { reference: seen.paymentReference });
  if (payment?.gateway !== gateway) return alertOfUnknownDispute(cx, gateway, seen);
  if (seen.state === 'inquiry') {
    await openDisputeAlert(
      cx,
      payment,
      `The bank of the payer asks about payment ${payment.id}. Answer at ${gateway}, because the question can become a dispute.`,
    );
    return;
  }
  // Refunds of the payment wait here, so that no more is refunded than was paid. Disputes of one account wait for each other.
  await lockPayment(cx.db, payment.id);
  const available = await lockBalance(cx.db, payment.account_id);
  const known = await findDispute(cx, gateway, seen.gatewayId);
  const dispute = known ?? (await open(cx, payment, seen, available.balance));
  if (dispute.state === 'open' || dispute.state === 'lost') await decide(cx, payment, dispute, seen.state);
  await freezeOrThaw(cx, payment.account_id);
}

/** Settles a lost dispute, after the operator has agreed with the customer. The account can order again once no dispute stands. */
export async function settleDispute(cx: MutatingCx, dispute: Dispute): Promise<void> {
  await setState(cx, dispute, 'settled');
  await resolveAlerts(cx.db, { kind: ALERT, key: alertKeyOf({ kind: 'payment', id: dispute.payment_id }) }, cx.clock.now());
  await freezeOrThaw(cx, dispute.account_id);
}

async function open(cx: MutatingCx, payment: Payment, seen: DisputeReport, balance: bigint): Promise<Dispute> {
  const now = cx.clock.now();
  const { account_id: accountId } = payment;
  const covered = balance > 0n ? (balance < seen.amount ? balance : seen.amount) : 0n;
  const writtenOff = seen.amount - covered;
  const description = `Disputed payment ${formatReference(payment.reference)}`;
  if (writtenOff > 0n) await writeOff(cx.db, { accountId, amount: writtenOff, description, now });
  const entry_id = await withdraw(cx.db, { ...money(payment, seen.amount), description, now });
  await openDisputeAlert(
    cx,
    payment,
    `Payment ${payment.id} over ${formatDecimal(seen.amount)} is disputed (${seen.reason}). ${formatDecimal(writtenOff)} of it was no longer on the balance and was written off. The account cannot order until the dispute ends.`,
  );
  await audit(
    cx,
    'payment.disputed',
    { kind: 'payment', id: payment.id, accountId },
    { amount: formatDecimal(seen.amount), written_off: formatDecimal(writtenOff) },
  );
  return cx.db
    .insertInto('disputes')
    .values({
      account_id: accountId,
      payment_id: payment.id,
      gateway: payment.gateway,
      gateway_id: seen.gatewayId,
      amount: seen.amount,
      written_off: writtenOff,
      reason: seen.reason,
      entry_id,
      opened_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function decide(cx: MutatingCx, payment: Payment, dispute: Dispute, state: DisputeReport['state']): Promise<void> {
  if (state === 'lost' && dispute.state === 'open') {
    await setState(cx, dispute, 'lost');
    await audit(cx, 'payment.dispute-lost', { kind: 'payment', id: payment.id, accountId: dispute.account_id });
  }
  if (state !== 'won') return;
  const now = cx.clock.now();
  const description = `Dispute of payment ${formatReference(payment.reference)} was won`;
  await deposit(cx.db, { ...money(payment, dispute.amount), description, now });
  if (dispute.written_off > 0n)
    await writeOff(cx.db, { accountId: dispute.account_id, amount: -dispute.written_off, description, now });
  await setState(cx, dispute, 'won');
  await resolveAlerts(cx.db, { kind: ALERT, key: alertKeyOf({ kind: 'payment', id: payment.id }) }, now);
  await audit(cx, 'payment.dispute-won', { kind: 'payment', id: payment.id, accountId: dispute.account_id });
}

/**
 * Reverses write-offs for standing disputes of a payment as far as the balance allows, and at most `limit`. The money of a refund has just
 * come back to the balance. Returns the reversed amount.
 */
export async function reclaimWriteOff(cx: MutatingCx, payment: Payment, limit?: bigint): Promise<bigint> {
  const standing = await cx.db
    .selectFrom('disputes')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where('state', 'in', ['open', 'lost'])
    .where('written_off', '>', 0n)
    .orderBy('id')
    .execute();
  let sum = 0n;
  for (const { id, written_off } of standing) {
    const { balance } = await lockBalance(cx.db, payment.account_id);
    const most = limit === undefined || balance < limit - sum ? balance : limit - sum;
    const amount = most < written_off ? most : written_off;
    if (amount <= 0n) return sum;
    sum += amount;
    const description = `Disputed payment ${formatReference(payment.reference)}`;
    await writeOff(cx.db, { accountId: payment.account_id, amount: -amount, description, now: cx.clock.now() });
    await cx.db
      .updateTable('disputes')
      .set({ written_off: written_off - amount })
      .where('id', '=', id)
      .execute();
  }
  return sum;
}

const money = ({ account_id: accountId, gateway, method: paymentMethod }: Payment, amount: bigint) => ({
  accountId,
  gateway,
  paymentMethod,
  amount,
});

async function setState({ db, clock }: MutatingCx, { id }: Dispute, state: Dispute['state']): Promise<void> {
  await db.updateTable('disputes').set({ state, closed_at: clock.now() }).where('id', '=', id).execute();
}

/** Freezes the account's orders since its first standing dispute, or thaws them if the account has no standing dispute. */
async function freezeOrThaw({ db }: MutatingCx, accountId: number): Promise<void> {
  const { first } = await db
    .selectFrom('disputes')
    .select((eb) => eb.fn.min('opened_at').as('first'))
    .where('account_id', '=', accountId)
    .where('state', 'in', ['open', 'lost'])
    .executeTakeFirstOrThrow();
  const orders_frozen_at: Date | null = first;
  await db.updateTable('ledger_accounts').set({ orders_frozen_at }).where('account_id', '=', accountId).execute();
}

function findDispute({ db }: MutatingCx, gateway: Payment['gateway'], gatewayId: string): Promise<Dispute | undefined> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('gateway_id', '=', gatewayId)
    .executeTakeFirst();
}

async function openDisputeAlert(cx: MutatingCx, { id }: Payment, message: string): Promise<void> {
  const resource = { kind: 'payment', id };
  await alertOnce(cx.db, { kind: ALERT, key: alertKeyOf(resource), resource, message });
}

async function alertOfUnknownDispute(cx: MutatingCx, gateway: string, { gatewayId }: DisputeReport): Promise<void> {
  const message = `${gateway} reports the dispute ${gatewayId}, which belongs to no payment of this installation. Check it at the gateway, then close this alert.`;
  await alertOnce(cx.db, { kind: 'dispute_unknown', key: `${gateway}:${gatewayId}`, message });
}
