import type { Page, PageWanted } from '@innkeeper/db/tables/page';
import { pageOfSessions, type SessionRow } from '@innkeeper/db/tables/sessions';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Those of the caller's user, in whichever account; the last one used first. */
export function listSessions(cx: Cx<Customer>, wanted: PageWanted): Promise<Page<SessionRow>> {
  const now = cx.clock.now();
  const idleSince = new Date(now.getTime() - cx.settings.sessions.idleMs);
  return pageOfSessions(cx.db, { userId: cx.actor.userId, now, idleSince, ...wanted });
}
