/** Cards that the gateways store for an account. */
import { findChargeableCard, pageOfCards, removeCard } from '@innkeeper/db/tables/saved-cards';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { page, pageRequest } from '@innkeeper/present/page';
import { presentPaymentCard } from '@innkeeper/present/payment-card';
import type { Input, Reply } from './define.ts';

/** Lists the stored cards of the account, newest first. Renewals charge the one that is marked. */
export async function listPaymentCards(cx: RequestCx, { query }: Input<'listPaymentCards'>): Promise<Reply<'listPaymentCards'>> {
  const { accountId } = cx.actor;
  const charged = await findChargeableCard(cx.db, accountId, cx.clock.now());
  const { rows, total } = await pageOfCards(cx.db, { accountId, ...pageRequest(query) });
  const cards = rows.map((row) => ({ ...row, isCharged: row.id === charged?.id }));
  return page(cx.url, query, { rows: cards, total }, presentPaymentCard);
}

/** Removes a stored card, which no new charge uses. A job detaches the card at its gateway. */
export async function deletePaymentCard(cx: MutatingCx, { paymentCard }: Input<'deletePaymentCard'>): Promise<void> {
  const { id, brand, last4 } = paymentCard;
  await removeCard(cx.db, id, cx.clock.now());
  await audit(cx, 'deletePaymentCard', { kind: 'payment_card', id }, { brand, last4 });
}
