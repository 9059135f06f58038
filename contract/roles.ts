/** Which roles of an account's members may call an operation, derived from what its entry needs. */
import { type MemberAbility, type Role, rolesThatMay } from '@innkeeper/model/roles';
import type { Operation } from './define.ts';

/** Unless the entry says so, what its token needs. */
export function needsOf({ anonymous, needs, ability }: Operation): readonly MemberAbility[] {
  return anonymous ? [] : (needs ?? [ability === 'account' ? 'write' : ability]);
}

/** All roles, for what everybody may ask. */
export const rolesOf = (operation: Operation): readonly Role[] => rolesThatMay(needsOf(operation));
