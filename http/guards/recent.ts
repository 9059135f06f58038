/** What a stolen session must not do: the user must have proven who it is lately. An access token is a program's, and is never asked. */
import { type Clock, minutes } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

const RECENT_MS = minutes(15);

export function recent({ operation }: Route, clock: Clock): Guard {
  if (!operation.recent) return () => undefined;
  return ({ caller }) => {
    if (caller?.kind !== 'session') return undefined;
    if (clock.now().getTime() - caller.authenticatedAt.getTime() > RECENT_MS) throw new Failure('reauthentication_required');
    return undefined;
  };
}
