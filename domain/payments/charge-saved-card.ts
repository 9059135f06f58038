/** Charges the saved card of an account for an order that waits: for renewals, which nobody pays by hand. */
import { readSpendable } from '@innkeeper/db/ledger/spending';
import type { Order } from '@innkeeper/db/schema';
import { cardTries } from '@innkeeper/db/tables/payments';
import { findChargeableCard } from '@innkeeper/db/tables/saved-cards';
import { mayCharge } from '@innkeeper/model/payments/charge-limit';
import { crossedBy } from '@innkeeper/model/spending-cap';
import type { MutatingCx } from '../context.ts';
import { cappedAmount } from '../orders/spending.ts';
import { beginPayment } from './begin.ts';

export type Charge =
  | { begun: true; paymentId: number }
  /** `until`: when to try again, where that is known. */
  | {
      begun: false;
      why: 'wrong_state' | 'no_card' | 'hard_decline' | 'too_many_tries' | 'too_soon' | 'spending_cap';
      until?: Date;
    };

/**
 * Begins to charge it, or says why it is not charged now: at most 8 times in 14 days for an order, never again after a hard decline.
 * `order` is locked by the caller. While a charge is under way its order is `processing`; should it fail, it waits for its money again.
 */
export async function chargeSavedCard(cx: MutatingCx, order: Order): Promise<Charge> {
  if (order.status !== 'awaiting_payment' || order.gross === 0n) return { begun: false, why: 'wrong_state' };
  const now = cx.clock.now();
  const tries = await cardTries(cx.db, order.id);
  if (tries.some(({ state }) => state === 'pending' || state === 'unknown')) return { begun: false, why: 'too_soon' };
  const may = mayCharge(tries, now);
  if (!may.may) return { begun: false, why: may.why, ...(may.until && { until: may.until }) };
  const card = await findChargeableCard(cx.db, order.account_id, now);
  if (!card) return { begun: false, why: 'no_card' };
  const spendable = await readSpendable(cx.db, { accountId: order.account_id, tokenId: order.token_id, now });
  if (crossedBy(spendable.caps, cappedAmount([order]))) return { begun: false, why: 'spending_cap' };
  const method = { key: 'card', driver: card.gateway };
  const { id } = await beginPayment(cx, { accountId: order.account_id, orders: [order], method, card });
  return { begun: true, paymentId: id };
}
