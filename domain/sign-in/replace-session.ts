import { endSessions } from '@innkeeper/db/tables/sessions';
import type { SignInUser } from '@innkeeper/db/tables/sign-in';
import type { Actor } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { type ByProvider, type StartAnswer, startSession } from './start-session.ts';

/** Starts a session and ends the browser's previous one. If the start is refused, the previous session continues. */
export async function replaceSession(
  cx: MutatingCx<Actor>,
  user: SignInUser,
  methods: Parameters<typeof startSession>[2],
  by?: ByProvider,
): Promise<StartAnswer> {
  const { actor } = cx;
  const answer = await startSession(cx, user, methods, by);
  if ('refused' in answer) return answer;
  if (actor.kind === 'session') await endSessions(cx.db, { userId: actor.userId, only: actor.id, now: cx.clock.now() });
  return answer;
}
