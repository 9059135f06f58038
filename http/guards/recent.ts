/** Operations that ask who is signed in for a proof of the last minutes, as their entries say. */
import { requireRecent } from '@innkeeper/domain/sign-in/recent';
import type { Clock } from '@innkeeper/model/clock';
import type { Guard, Route } from '../request/context.ts';

export function recent({ operation }: Route, clock: Clock): Guard {
  if (!operation.recent) return () => undefined;
  return ({ caller: actor }) => {
    if (actor) requireRecent({ actor, clock });
    return undefined;
  };
}
