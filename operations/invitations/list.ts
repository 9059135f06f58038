import { type Invitation, pageOfInvitations } from '@innkeeper/db/tables/invitations';
import type { Page, PageWanted } from '@innkeeper/db/tables/page';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Of the account, the oldest first; expired ones too, which can be sent again. */
export function listInvitations(cx: Cx<Customer>, wanted: PageWanted): Promise<Page<Invitation>> {
  return pageOfInvitations(cx.db, { ...wanted, accountId: cx.actor.accountId });
}
