/**
 * What the member behind a token or a session may do: the role of now bounds what was granted before. A quote changes nothing, so every
 * member may ask for it. Of the staff inside an account the scope is judged (support.ts).
 */
import { rolesOf } from '@innkeeper/contract/roles';
import { insufficientRole, ROLES } from '@innkeeper/model/roles';
import type { Guard, Route } from '../request/context.ts';
import { asksForQuote } from './quote.ts';

export function role({ operation }: Route): Guard {
  const roles = rolesOf(operation);
  if (roles.length === ROLES.length) return () => undefined;
  return (context) => {
    const { caller } = context;
    if (!caller || caller.kind === 'staff' || roles.includes(caller.role) || asksForQuote(context)) return undefined;
    throw insufficientRole(caller.role, roles);
  };
}
