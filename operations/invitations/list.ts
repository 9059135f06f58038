import { type Invitation, pageOfInvitations } from '@innkeeper/db/tables/invitations';
import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the account's invitations, oldest first. Includes expired invitations, because they can be resent. */
export function listInvitations(cx: Cx<Customer>, query: PageQuery): Promise<Page<Invitation>> {
  return pageOfInvitations(cx.db, { ...query, accountId: cx.actor.accountId });
}
