/** What a stolen session must not do: the user must have proven who it is lately. An access token is a program's, and is never asked. */
import { minutes } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { Actor } from '../actor.ts';
import type { Cx } from '../context.ts';

const RECENT_MS = minutes(15);

/** Throws `reauthentication_required`. */
export function requireRecent({ actor, clock }: Pick<Cx, 'clock'> & { readonly actor: Actor }): void {
  if (actor.kind !== 'session') return;
  if (clock.now().getTime() - actor.authenticatedAt.getTime() > RECENT_MS) throw new Failure('reauthentication_required');
}
