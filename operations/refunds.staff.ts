/** Refunds to payers. A person marks those that no gateway sends as sent, or as failed. */
import type { Database } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import { refuseAssigned } from '@innkeeper/domain/payments/match-refund';
import { applyRefundOutcome, lockRefund, type PaymentRefund } from '@innkeeper/domain/payments/refund-outcome';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure } from '@innkeeper/model/failures';
import { formatDecimal } from '@innkeeper/model/money/money';
import type { Kysely } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists refunds, newest first. */
export function listRefunds(cx: StaffCx, input: StaffInput<'listRefunds'>): Promise<StaffReply<'listRefunds'>> {
  let query = refundsQuery(cx.db).orderBy('r.id', 'desc');
  if (input.state !== undefined) query = query.where('r.state', '=', input.state);
  if (input.to_send) query = query.where('r.by_hand', '=', true).where('r.state', '=', 'pending');
  return listPage(query, input, refundView);
}

/** Marks a refund by hand as sent. Throws `not_found`, and `wrong_state` for a gateway's refund and one that has ended. */
export async function settleRefund(cx: StaffCx, { refund: id }: StaffInput<'settleRefund'>): Promise<StaffReply<'settleRefund'>> {
  const row = await lockRefundByHand(cx, id);
  if (row.state !== 'pending') throw new Failure('wrong_state', { message: `Refund ${id} has already ${row.state}.` });
  await applyRefundOutcome(cx, id, { state: 'succeeded', gatewayId: null }, { alert: false });
  const refund = await loadRefund(cx.db, id);
  const resource = { kind: 'payment', id: refund.payment, accountId: refund.account };
  await audit(cx, 'settleRefund', resource, { refund: id, amount: refund.amount });
  return refund;
}

/**
 * Marks a refund by hand as failed, also one that was sent and has come back. The money returns to the balance. Throws `not_found`, and
 * `wrong_state` for a gateway's refund, one that has failed, and one whose returned credit is assigned to a payment.
 */
export async function failRefund(
  cx: StaffCx,
  { refund: id, reason }: StaffInput<'failRefund'>,
): Promise<StaffReply<'failRefund'>> {
  const row = await lockRefundToFail(cx, id);
  await applyRefundOutcome(cx, id, { state: 'failed', gatewayId: null, reason }, { alert: false });
  const refund = await loadRefund(cx.db, id);
  const resource = { kind: 'payment', id: refund.payment, accountId: refund.account };
  // The daily limit counts only money that may have left.
  const counted = row.state === 'succeeded' && { amount: refund.amount };
  await audit(cx, 'failRefund', resource, { refund: id, was: row.state, reason, ...counted });
  return refund;
}

/** Locks and returns a refund that a person may mark as failed. Throws the errors of `failRefund`. */
export async function lockRefundToFail(cx: StaffCx, id: number): Promise<PaymentRefund & { account_id: number }> {
  const row = await lockRefundByHand(cx, id);
  if (row.state === 'failed') throw new Failure('wrong_state', { message: `Refund ${id} has already failed.` });
  await refuseAssigned(cx, row);
  return row;
}

async function lockRefundByHand(cx: StaffCx, id: number): Promise<PaymentRefund & { account_id: number }> {
  const row = await lockRefund(cx, id);
  if (!row) throw new Failure('not_found', { message: `Refund ${id} does not exist.` });
  const { gateway, account_id } = await refundsQuery(cx.db).where('r.id', '=', id).executeTakeFirstOrThrow();
  if (row.by_hand) return { ...row, account_id };
  throw new Failure('wrong_state', {
    message:
      gateway === 'bank'
        ? `Refund ${id} is not ready to be sent. Try again in a minute.`
        : `Refund ${id} is sent by ${gateway}, which also reports its result. Nobody can mark it.`,
  });
}

function refundsQuery(db: Kysely<Database>) {
  return db
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .selectAll('r')
    .select(['p.account_id', 'p.gateway']);
}

function refundView(row: PaymentRefund & { account_id: number }) {
  const { id, payment_id: payment, account_id: account, amount, state, by_hand, reference } = row;
  const { payee, iban, reason, created_at, ended_at } = row;
  return {
    ...{ id, payment, account, amount: formatDecimal(amount), state, to_send: by_hand && state === 'pending' },
    ...{ payee, iban, reference, reason, created_at, ended_at },
  };
}

async function loadRefund(db: Kysely<Database>, id: number) {
  return refundView(await refundsQuery(db).where('r.id', '=', id).executeTakeFirstOrThrow());
}
