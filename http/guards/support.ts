/** What somebody of the staff may do inside an account, by the scope of the access (contract/support-access.ts). Nobody else is asked. */
import { isForSupport } from '@innkeeper/contract/support-access';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

export function support(route: Route): Guard {
  const may = { read: isForSupport(route, 'read'), write: isForSupport(route, 'write') };
  return ({ caller }) => {
    if (caller?.kind !== 'staff' || may[caller.scope]) return undefined;
    const message = may.write
      ? 'This support access is read-only.'
      : 'Support cannot do this inside an account. Only members of the account can.';
    throw new Failure('out_of_scope', { message });
  };
}
