/**
 * Limits a token for certain servers to operations on a server and to reading the catalogue. Everything else belongs to the whole account.
 * domain/resources/load.ts checks whether the server is one of the token's.
 */
import { allowsServerScopedTokens } from '@innkeeper/contract/common';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

export function scope({ operation }: Route): Guard {
  if (allowsServerScopedTokens(operation)) return () => undefined;
  return ({ caller }) => {
    if (caller?.servers) throw new Failure('out_of_scope');
    return undefined;
  };
}
