import { type Conversion, pageOfConversions } from '@innkeeper/db/tables/affiliates';
import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { requireAffiliate } from './get.ts';

/** Lists the paid orders of referred customers, newest first. Throws `not_found` unless the program is active. */
export async function listAffiliateConversions(cx: Cx<Customer>, query: PageQuery): Promise<Page<Conversion>> {
  const { account_id: affiliateId } = await requireAffiliate(cx);
  return pageOfConversions(cx.db, { affiliateId, ...query });
}
