import type { SavedCard } from '@innkeeper/db/schema';
import { removeCard } from '@innkeeper/db/tables/saved-cards';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';

/** Removes a stored card, which no new charge uses. A job detaches the card at its gateway. */
export async function deletePaymentCard(cx: MutatingCx<Customer>, { card }: { card: SavedCard }): Promise<void> {
  const { id, brand, last4 } = card;
  await removeCard(cx.db, id, cx.clock.now());
  await audit(cx, 'deletePaymentCard', { kind: 'payment_card', id }, { brand, last4 });
}
