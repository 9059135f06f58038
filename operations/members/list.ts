import { type Member, pageOfMembers } from '@innkeeper/db/tables/members';
import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the account's members in the order in which they joined. */
export function listMembers(cx: Cx<Customer>, query: PageQuery): Promise<Page<Member>> {
  return pageOfMembers(cx.db, { ...query, accountId: cx.actor.accountId });
}
