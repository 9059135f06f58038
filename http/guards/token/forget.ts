/**
 * Whoever changes who may do what sees it with the next request. The notice of the database, by which other processes know, comes some
 * milliseconds after the reply.
 */
import type { Runner } from '../../handlers/run.ts';
import type { TokenCache } from './cache.ts';

/** Groups of operations that change tokens, sessions, roles, or the VAT that an account is charged. */
const GROUPS = ['User', 'Passwords', 'Sessions', 'Tokens', 'Members', 'Invitations', 'Single sign-on'];

/** Makes operations of these groups forget what is cached of their caller's account, before they reply. */
export function forgettingAccess(run: Runner, cache: Pick<TokenCache, 'forget'>): Runner {
  return (route, ...rest) => {
    const perform = run(route, ...rest);
    const { method, group } = route.operation;
    if (method === 'GET' || !GROUPS.includes(group)) return perform;
    return async (context) => {
      try {
        return await perform(context);
      } finally {
        if (context.caller) cache.forget(context.caller.accountId);
      }
    };
  };
}
