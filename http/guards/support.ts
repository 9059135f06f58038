/**
 * Checks operations of staff members inside an account against the scope of their access (contract/support-access.ts). Admits all other
 * callers.
 */
import { isAllowedForSupport } from '@innkeeper/contract/support-access';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

export function support(route: Route): Guard {
  const allowedScopes = { read: isAllowedForSupport(route, 'read'), write: isAllowedForSupport(route, 'write') };
  return ({ caller }) => {
    if (caller?.kind !== 'staff' || allowedScopes[caller.scope]) return undefined;
    const message = allowedScopes.write
      ? 'This support access is read-only.'
      : 'Support cannot do this inside an account. Only members of the account can.';
    throw new Failure('out_of_scope', { message });
  };
}
