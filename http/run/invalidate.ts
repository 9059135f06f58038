/**
 * Evicts the cached tokens and sessions of an account after operations that may change them, so that the caller's next request sees the
 * change. The database's notification, which informs other processes, arrives some milliseconds after the reply.
 */

import type { TokenCache } from '../guards/token/cache.ts';
import type { CustomerRunner } from './customers.ts';

/** Groups of operations that change tokens, sessions, roles or the VAT rate of an account. */
const GROUPS = ['User', 'Passwords', 'Sessions', 'Tokens', 'Members', 'Invitations', 'Single sign-on'];

/** Wraps a runner. Operations of these groups evict the cached access of the caller's account before they reply. */
export function withAccessEviction(run: CustomerRunner, cache: Pick<TokenCache, 'evict'>): CustomerRunner {
  return (route, ...rest) => {
    const perform = run(route, ...rest);
    const { method, group } = route.operation;
    if (method === 'GET' || !GROUPS.includes(group)) return perform;
    return async (context) => {
      try {
        return await perform(context);
      } finally {
        if (context.caller) cache.evict(context.caller.accountId);
      }
    };
  };
}
