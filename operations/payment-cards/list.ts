import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import { findChargeableCard, pageOfCards } from '@innkeeper/db/tables/saved-cards';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { StoredCard } from '@innkeeper/present/payment-card';

/** Lists the stored cards of the account, newest first. Renewals charge the one that is marked. */
export async function listPaymentCards(cx: Cx<Customer>, query: PageQuery): Promise<Page<StoredCard>> {
  const { accountId } = cx.actor;
  const charged = await findChargeableCard(cx.db, accountId, cx.clock.now());
  const { rows, ...page } = await pageOfCards(cx.db, { accountId, ...query });
  return { ...page, rows: rows.map((row) => ({ ...row, isCharged: row.id === charged?.id })) };
}
