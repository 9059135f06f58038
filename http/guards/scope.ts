/**
 * A token for certain servers may do what is about a server, and read the catalogue; everything else is its account's. Whether the server
 * is one of its own is asked of the row (domain/resources/load.ts).
 */
import { isForBoundTokens } from '@innkeeper/contract/common';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

export function scope({ operation }: Route): Guard {
  if (isForBoundTokens(operation)) return () => undefined;
  return ({ caller }) => {
    if (caller?.servers) throw new Failure('out_of_scope');
    return undefined;
  };
}
