/** Charges the saved card of an account for an unpaid order. Used for automatic renewals. */
import { readSpendable } from '@innkeeper/db/ledger/spending';
import type { Order } from '@innkeeper/db/schema';
import { cardTries, openTransferSince } from '@innkeeper/db/tables/payments';
import { findChargeableCard } from '@innkeeper/db/tables/saved-cards';
import { findExceededCap } from '@innkeeper/model/money/spending-cap';
import { awaitedTransfer, decideCharge } from '@innkeeper/model/payments/charge-limit';
import type { MutatingCx } from '../context.ts';
import { cappedAmount } from '../spending.ts';
import { beginPayment } from './begin.ts';

export type ChargeResult =
  | { begun: true; paymentId: number }
  /** `until` is the earliest time of another try, if there is one. */
  | {
      begun: false;
      why: 'wrong_state' | 'transfer_awaited' | 'no_card' | 'hard_decline' | 'too_many_tries' | 'too_soon' | 'spending_cap';
      until?: Date;
    };

/**
 * Starts to charge the card, or returns why the card is not charged now. Allows at most 8 charges in 14 days per order, and no charge after
 * a hard decline. A transfer that was asked for gets some days first, because the charge would end it and both could pay. A card whose
 * gateway does not take so small an amount counts as none.
 *
 * The caller has locked `order`. During the charge the order is `processing`. If the charge fails, the order waits for payment again.
 */
export async function chargeSavedCard(cx: MutatingCx, order: Order): Promise<ChargeResult> {
  if (order.status !== 'awaiting_payment' || order.gross === 0n) return { begun: false, why: 'wrong_state' };
  const now = cx.clock.now();
  const tries = await cardTries(cx.db, order.id);
  if (tries.some(({ state }) => state === 'pending' || state === 'unknown')) return { begun: false, why: 'too_soon' };
  const may = decideCharge(tries, now);
  if (!may.may) return { begun: false, why: may.why, ...(may.until && { until: may.until }) };
  const until = awaitedTransfer(await openTransferSince(cx.db, order.id), tries, now);
  if (until) return { begun: false, why: 'transfer_awaited', until };
  const card = await findChargeableCard(cx.db, order.account_id, now, order.gross);
  if (!card) return { begun: false, why: 'no_card' };
  const spendable = await readSpendable(cx.db, { accountId: order.account_id, tokenId: order.token_id, now });
  if (findExceededCap(spendable.caps, cappedAmount([order]))) return { begun: false, why: 'spending_cap' };
  const method = { key: 'card', driver: card.gateway };
  const { id } = await beginPayment(cx, { accountId: order.account_id, orders: [order], method, card });
  return { begun: true, paymentId: id };
}
