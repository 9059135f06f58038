/**
 * Checks the role of the member behind a token or session. The current role counts, so a lower role also limits tokens that were created
 * before.
 *
 * Every member may request a quote, because a quote changes nothing. For staff members inside an account, support.ts checks the scope of
 * their access instead.
 */
import { rolesOf } from '@innkeeper/contract/roles';
import { insufficientRole, ROLES } from '@innkeeper/model/people/roles';
import type { Guard, Route } from '../request/context.ts';
import { isQuoteRequest } from './quote.ts';

export function role({ operation }: Route): Guard {
  const roles = rolesOf(operation);
  if (roles.length === ROLES.length) return () => undefined;
  return (context) => {
    const { caller } = context;
    if (!caller || caller.kind === 'staff' || roles.includes(caller.role) || isQuoteRequest(context)) return undefined;
    throw insufficientRole(caller.role, roles);
  };
}
