/** What a stolen session must not do: the user, or who of the staff is signed in, must have proven who it is lately. An access token is a program's, and is never asked. */
import { minutes } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { Actor } from '../actor.ts';
import type { Cx } from '../context.ts';

const RECENT_MS = minutes(15);

/** For a session whose user may have proven it long ago: elsewhere, where nobody says when. */
export const notRecently = (now: Date): Date => new Date(now.getTime() - RECENT_MS - 1_000);

/** Throws `reauthentication_required`. */
export function requireRecent({ actor, clock }: Pick<Cx, 'clock'> & { readonly actor: Actor }): void {
  const provenAt = 'authenticatedAt' in actor ? actor.authenticatedAt : undefined;
  if (provenAt && clock.now().getTime() - provenAt.getTime() > RECENT_MS) throw new Failure('reauthentication_required');
}
