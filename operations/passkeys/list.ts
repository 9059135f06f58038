import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import { type Passkey, pageOfPasskeys } from '@innkeeper/db/tables/passkeys';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the passkeys of the caller's user, oldest first. */
export function listPasskeys(cx: Cx<Customer>, query: PageQuery): Promise<Page<Passkey>> {
  return pageOfPasskeys(cx.db, { userId: cx.actor.userId, ...query });
}
