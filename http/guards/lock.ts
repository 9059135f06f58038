/** A change of what an operation holds now is 423. Finished operations look in their own transaction. */
import { refuseIfAddressHeld, refuseIfLocked } from '@innkeeper/db/tables/locks';
import type { Cx } from '@innkeeper/domain/context';
import type { Guard, Route } from '../request/context.ts';

export function lock(db: Cx['db'], { operation }: Route): Guard {
  const param = operation.locks;
  const kind = operation.resources?.find((resource) => resource.param === param)?.kind;
  if (param === undefined || kind === undefined) return () => undefined;
  return async ({ params }) => {
    const id = Number((params as Record<string, unknown>)[param]);
    await (kind === 'ip_address' ? refuseIfAddressHeld(db, id) : refuseIfLocked(db, kind, id));
    return undefined;
  };
}
