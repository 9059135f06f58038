import { endSessions, type SessionRow } from '@innkeeper/db/tables/sessions';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { Failure } from '@innkeeper/model/failures';

/** Ends a session of the caller's user. Throws `not_found` if the session has already ended. */
export async function deleteSession(cx: MutatingCx<Customer>, { session }: { session: Pick<SessionRow, 'id'> }): Promise<void> {
  const { id } = session;
  const ended = await endSessions(cx.db, { userId: cx.actor.userId, only: id, now: cx.clock.now() });
  if (ended === 0) throw new Failure('not_found');
  await audit(cx, 'deleteSession', { kind: 'session', id });
}

/** Signs out. Throws `wrong_state` for an access token. */
export async function deleteCurrentSession(cx: MutatingCx<Customer>): Promise<void> {
  const { id, userId } = requireSession(cx.actor);
  await endSessions(cx.db, { userId, only: id, now: cx.clock.now() });
  await audit(cx, 'deleteCurrentSession', { kind: 'session', id });
}

/** Ends all sessions of the caller's user except the session of this request. */
export async function deleteOtherSessions(cx: MutatingCx<Customer>): Promise<void> {
  const { userId, kind, id } = cx.actor;
  const except = kind === 'session' ? id : undefined;
  const ended = await endSessions(cx.db, { userId, except, now: cx.clock.now() });
  await audit(cx, 'deleteOtherSessions', { kind: 'user', id: userId }, { ended });
}
