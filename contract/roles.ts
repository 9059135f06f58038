/** Derives the roles that may call an operation from the abilities that its entry needs. */
import { type MemberAbility, type Role, rolesThatMay } from '@innkeeper/model/people/roles';
import type { Operation } from './define.ts';

/** Returns the abilities that a role needs: by default the ability of the token, with `write` for `account`. */
export function needsOf({ anonymous, needs, ability }: Operation): readonly MemberAbility[] {
  return anonymous ? [] : (needs ?? [ability === 'account' ? 'write' : ability]);
}

/** Returns the roles that may call the operation. An anonymous operation allows all roles. */
export const rolesOf = (operation: Operation): readonly Role[] => rolesThatMay(needsOf(operation));
