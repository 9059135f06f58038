import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import { type AccessToken, pageOfTokens } from '@innkeeper/db/tables/tokens';
import { managesMembers } from '@innkeeper/domain/access/token-changes';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the valid tokens of the user, or of all members if the caller manages members, oldest first. */
export async function listTokens(cx: Cx<Customer>, query: PageQuery): Promise<Page<AccessToken>> {
  const { accountId, userId } = cx.actor;
  const userFilter = managesMembers(cx) ? {} : { userId };
  return pageOfTokens(cx.db, { accountId, now: cx.clock.now(), ...userFilter, ...query });
}
