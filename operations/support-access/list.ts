import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import { pageOfSupportGrants, type SupportGrant } from '@innkeeper/db/tables/support-access';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the account's consents, newest first. */
export function listSupportAccess(cx: Cx<Customer>, query: PageQuery): Promise<Page<SupportGrant>> {
  return pageOfSupportGrants(cx.db, { ...query, accountId: cx.actor.accountId });
}
