/** Applies a gateway's report about a refund. A failed refund returns to the customer's balance. A repeated report changes nothing. */
import { deposit } from '@innkeeper/db/ledger';
import type { Database } from '@innkeeper/db/schema';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { findPayment } from '@innkeeper/db/tables/payments';
import { formatDecimal } from '@innkeeper/model/money/money';
import type { RefundOutcome } from '@innkeeper/model/payments/outcome';
import { formatReference } from '@innkeeper/model/payments/reference';
import { paymentRefundLifecycle, refundPollDelayMs } from '@innkeeper/model/states/payment-refund';
import type { Selectable } from 'kysely';
import { alertOfRefundToSend, resolveRefundToSend } from '../alerts/refund-to-send.ts';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { reclaimWriteOff } from './dispute.ts';
import { closeCameBack } from './match-refund.ts';
import { payeeToSend } from './payee.ts';

export type PaymentRefund = Selectable<Database['payment_refunds']>;

/** Applies the outcome of a refund. `alert` opens an alert for a failure. A workflow that fails with its refund opens its own alert. */
export async function applyRefundOutcome(
  cx: MutatingCx,
  id: number,
  outcome: RefundOutcome,
  { alert }: { alert: boolean },
): Promise<void> {
  const row = await lockRefund(cx, id);
  if (!row) return;
  if (outcome.byHand) return row.state === 'pending' ? leaveToPerson(cx, row) : undefined;
  const gateway_id = row.gateway_id ?? outcome.gatewayId;
  if (outcome.state === 'pending') {
    if (row.state !== 'pending') return;
    const next_look_at = new Date(cx.clock.now().getTime() + refundPollDelayMs(row.tries));
    return update(cx, id, { gateway_id, next_look_at, tries: row.tries + 1 });
  }
  const verb = outcome.state === 'succeeded' ? 'succeed' : 'fail';
  if (!paymentRefundLifecycle.can(row.state, verb)) return;
  const state = paymentRefundLifecycle.next(row.state, verb);
  const reason = outcome.state === 'failed' ? outcome.reason : null;
  await update(cx, id, { state, gateway_id, reason, next_look_at: null, ended_at: cx.clock.now() });
  if (row.by_hand) await resolveRefundToSend(cx, id);
  if (row.by_hand && state === 'failed') await closeCameBack(cx, row);
  await mailOutcome(cx, row, outcome.state);
  if (state === 'failed') await returnToBalance(cx, row, outcome.state === 'failed' ? outcome.reason : '', alert);
}

async function mailOutcome(cx: MutatingCx, { id, payment_id }: PaymentRefund, state: 'succeeded' | 'failed'): Promise<void> {
  const payment = await findPayment(cx.db, payment_id);
  const kind = state === 'succeeded' ? 'payout-sent' : 'payout-returned';
  if (payment) await addMailsDue(cx, { kind, accountId: payment.account_id, ids: [id] });
}

/** Marks the refund as one by hand, with the account that gets the money, and opens the alert that asks for the transfer. */
async function leaveToPerson(cx: MutatingCx, row: PaymentRefund): Promise<void> {
  const { id } = row;
  const { payee, iban } = await payeeToSend(cx, row);
  await update(cx, id, { by_hand: true, payee, iban, next_look_at: null });
  await alertOfRefundToSend(cx, { ...row, iban });
}

async function returnToBalance(
  cx: MutatingCx,
  { id, payment_id, amount }: PaymentRefund,
  reason: string,
  alert: boolean,
): Promise<void> {
  const payment = await findPayment(cx.db, payment_id);
  if (!payment) throw new Error(`refund ${id} has no payment`);
  await deposit(cx.db, {
    accountId: payment.account_id,
    amount,
    gateway: payment.gateway,
    paymentMethod: payment.method,
    description: `Refund of payment ${formatReference(payment.reference)} that did not succeed`,
    now: cx.clock.now(),
  });
  await reclaimWriteOff(cx, payment);
  const resource = { kind: 'payment', id: payment_id };
  await audit(cx, 'payment.refund-failed', { ...resource, accountId: payment.account_id }, { refund: id, reason });
  if (!alert) return;
  const message = `Refund ${id} of ${formatDecimal(amount)} for payment ${payment_id} failed: ${reason} The money is on the balance of the account again.`;
  await alertOnce(cx.db, { kind: 'payment_refund_failed', key: `refund:${id}`, resource, message });
}

/** Locks and returns a refund. */
export async function lockRefund({ db }: Pick<MutatingCx, 'db'>, id: number): Promise<PaymentRefund | undefined> {
  return db.selectFrom('payment_refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

async function update({ db }: MutatingCx, id: number, fields: Partial<Omit<PaymentRefund, 'id'>>): Promise<void> {
  await db.updateTable('payment_refunds').set(fields).where('id', '=', id).execute();
}
