import { type Conversion, pageOfConversions } from '@innkeeper/db/tables/affiliates';
import type { Page, PageWanted } from '@innkeeper/db/tables/page';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { requireAffiliate } from './get.ts';

/** The paid orders of those whom the caller brought, newest first. Throws `not_found` until the program is activated. */
export async function listAffiliateConversions(cx: Cx<Customer>, wanted: PageWanted): Promise<Page<Conversion>> {
  const { account_id: affiliateId } = await requireAffiliate(cx);
  return pageOfConversions(cx.db, { affiliateId, ...wanted });
}
