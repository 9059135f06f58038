/**
 * Evicts the cached tokens and sessions of an account after operations that may change them, so that the caller's next request sees the
 * change. The database's notification, which informs other processes, arrives some milliseconds after the reply.
 */

import type { TokenCache } from '../guards/token/cache.ts';
import type { CustomerRunner } from './customers.ts';

/** Wraps a runner. Operations that change access evict the cached access of the caller's account before they reply. */
export function withAccessEviction(run: CustomerRunner, cache: Pick<TokenCache, 'evict'>): CustomerRunner {
  return (route, ...rest) => {
    const perform = run(route, ...rest);
    if (!route.operation.changesAccess) return perform;
    return async (context) => {
      try {
        return await perform(context);
      } finally {
        if (context.caller) cache.evict(context.caller.accountId);
      }
    };
  };
}
