/** Requires recent authentication for operations whose entries declare it. */
import { requireRecentAuthentication } from '@innkeeper/domain/sign-in/recent-authentication';
import type { Clock } from '@innkeeper/model/time/clock';
import type { Guard, Route } from '../request/context.ts';

export function recentAuthentication({ operation }: Route, clock: Clock): Guard {
  if (!operation.requiresReauthentication) return () => undefined;
  return ({ caller: actor }) => {
    if (actor) requireRecentAuthentication({ actor, clock });
    return undefined;
  };
}
