/**
 * Abilities of the members of an account, by role.
 *
 * - `read` changes nothing.
 * - `self` covers the member's own sign-in, tokens and preferences.
 * - `support` is writing to support.
 * - `write` is running servers and their resources.
 * - `pay` is ordering, paying and ending paid services.
 * - `manage-members` is inviting and removing people.
 * - `own` is transferring or closing the account.
 *
 * Each operation names the abilities that it needs. Ordering or ending a server needs both `write` and `pay`.
 */
import { Failure } from '../failures.ts';

const ABILITIES = {
  owner: ['read', 'self', 'support', 'write', 'pay', 'manage-members', 'own'],
  admin: ['read', 'self', 'support', 'write', 'pay', 'manage-members'],
  billing: ['read', 'self', 'support', 'pay'],
  technical: ['read', 'self', 'support', 'write'],
  'read-only': ['read', 'self'],
} as const satisfies Record<string, readonly string[]>;

export type Role = keyof typeof ABILITIES;
export type MemberAbility = (typeof ABILITIES)['owner'][number];
/**
 * Abilities of a token.
 *
 * - `read` changes nothing.
 * - `write` allows everything that the member may do, except operations that could hand over the account.
 * - `account` allows these: changing the sign-in address, the identity provider, exports of the account, and closing it.
 */
export const TOKEN_ABILITIES = ['read', 'write', 'account'] as const;
export type TokenAbility = (typeof TOKEN_ABILITIES)[number];

export const ROLES = Object.keys(ABILITIES) as readonly Role[];

export function roleMay(role: Role, ability: MemberAbility): boolean {
  const abilities: readonly MemberAbility[] = ABILITIES[role];
  return abilities.includes(ability);
}

/** Returns the roles that have all of these abilities. */
export const rolesThatMay = (needed: readonly MemberAbility[]): readonly Role[] =>
  ROLES.filter((role) => needed.every((ability) => roleMay(role, ability)));

/** Returns the failure for a member whose role is not one of `roles`. */
export const insufficientRole = (role: Role, roles: readonly Role[]): Failure =>
  new Failure('insufficient_role', {
    message: `Your role in this account is ${role}. This operation needs one of these roles: ${roles.join(', ')}.`,
  });
