/** Payments for transfers that nobody asked for any more: their money becomes balance. Staff can refund them like other payments. */
import { randomBytes } from 'node:crypto';
import { lockClosing } from '@innkeeper/db/tables/account-closing';
import { insertPayment } from '@innkeeper/db/tables/payments';
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money/money';
import { FAILURE_REASONS } from '@innkeeper/model/payments/failure-reasons';
import { makeReference } from '@innkeeper/model/payments/reference';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';

export interface UnrequestedTransfer {
  accountId: number;
  amount: Cents;
  currency: string;
  /** Cancelled order that the transfer names. Without one, the money is for the account only. */
  orderId?: number;
}

/**
 * Inserts a payment for a transfer that has arrived, and returns its id. The payment of a cancelled order has ended, as if the order had been
 * cancelled after its payment was begun. Throws `wrong_state` if the account is closed.
 */
export async function insertUnrequestedTransfer(cx: MutatingCx, transfer: UnrequestedTransfer): Promise<number> {
  const { accountId, amount, currency, orderId } = transfer;
  await refuseClosed(cx, accountId);
  const now = cx.clock.now();
  const ended = { state: 'failed', failure_code: 'order_gone', reason: FAILURE_REASONS.order_gone, ended_at: now } as const;
  const payment = await insertPayment(
    cx.db,
    {
      ...{ account_id: accountId, gateway: 'bank', method: await methodOf(cx), kind: 'transfer', amount, currency },
      ...{ reference: makeReference(randomBytes(12)), created_at: now },
      ...(orderId !== undefined && ended),
    },
    orderId === undefined ? [] : [orderId],
    { stage: 'over' },
  );
  const orders = orderId === undefined ? [] : [orderId];
  await audit(cx, 'payment.begun', { kind: 'payment', id: payment.id, accountId }, { orders });
  return payment.id;
}

/** Throws `wrong_state` if the account is closed, because nobody could use its balance. `gateway` has the money. Locks the account. */
export async function refuseClosed(cx: MutatingCx, accountId: number, gateway = 'bank'): Promise<void> {
  const { closed_at } = await lockClosing(cx.db, accountId);
  if (!closed_at) return;
  const way = gateway === 'bank' ? 'Send the money back from your bank account.' : `Refund it at ${gateway}.`;
  throw new Failure('wrong_state', { message: `Account ${accountId} is closed. ${way}` });
}

/** Returns the key of the method for transfers, also of one that is no longer offered. */
async function methodOf({ db }: MutatingCx): Promise<string> {
  const method = await db
    .selectFrom('payment_methods')
    .select('key')
    .where('driver', '=', 'bank')
    .orderBy('enabled', 'desc')
    .orderBy('position')
    .executeTakeFirst();
  return method?.key ?? 'bank';
}
