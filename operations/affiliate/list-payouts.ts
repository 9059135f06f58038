import { type Payout, pageOfPayouts } from '@innkeeper/db/tables/affiliates';
import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { requireAffiliate } from './get.ts';

/** Lists the payouts to the caller, newest first. Throws `not_found` unless the program is active. */
export async function listAffiliatePayouts(cx: Cx<Customer>, query: PageQuery): Promise<Page<Payout>> {
  const { account_id: affiliateId } = await requireAffiliate(cx);
  return pageOfPayouts(cx.db, { affiliateId, ...query });
}
