import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import { pageOfSessions, type SessionRow } from '@innkeeper/db/tables/sessions';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the sessions of the caller's user in all accounts, most recently used first. */
export function listSessions(cx: Cx<Customer>, query: PageQuery): Promise<Page<SessionRow>> {
  const now = cx.clock.now();
  const idleSince = new Date(now.getTime() - cx.settings.sessions.idleMs);
  return pageOfSessions(cx.db, { userId: cx.actor.userId, now, idleSince, ...query });
}
