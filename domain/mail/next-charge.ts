/** The next automatic charge of a saved card for a waiting order. */
import type { Order, SavedCard } from '@innkeeper/db/schema';
import { cardTries, openTransferSince } from '@innkeeper/db/tables/payments';
import { findChargeableCard } from '@innkeeper/db/tables/saved-cards';
import { renewalsToCharge } from '@innkeeper/db/tables/services-due';
import { awaitedTransfer, decideCharge } from '@innkeeper/model/payments/charge-limit';
import type { Cx } from '../context.ts';

/**
 * Returns when a job charges a card for an order next, and the card. Returns `undefined` if it will not (jobs/renew-services.ts), or while a
 * transfer is awaited.
 */
export async function nextChargeOf(
  { db, clock }: Pick<Cx, 'db' | 'clock'>,
  { id, account_id, due_at, gross }: Pick<Order, 'id' | 'account_id' | 'due_at' | 'gross'>,
): Promise<{ at: Date; card: SavedCard } | undefined> {
  const [charged] = await renewalsToCharge(db, { after: id - 1, last: id, max: 1 });
  if (charged !== id) return undefined;
  const tries = await cardTries(db, id);
  const now = clock.now();
  if (awaitedTransfer(await openTransferSince(db, id), tries, now)) return undefined;
  const decision = decideCharge(tries, now);
  const at = decision.may ? now : decision.until;
  if (!at || !decideCharge(tries, at).may || (due_at && due_at <= at)) return undefined;
  const card = await findChargeableCard(db, account_id, at, gross);
  return card && { at, card };
}
