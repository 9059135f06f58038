/**
 * What the members of an account may do, by their role. `read` changes nothing, `self` is about one's own sign-in, tokens and
 * preferences, `support` is to write to support, `write` to run servers and what belongs to them, `pay` to order, pay and end what
 * costs money, `manage-members` to invite and remove people, `own` to hand the account over or close it. Each operation says which of these it needs; what orders a server, or ends one, needs both `write` and `pay`.
 */
import { Failure } from './failures.ts';

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
 * What a token is granted: `read` to change nothing, `write` to do what its member may, but for what decides whose the account is. That is
 * `account`: another address to sign in with, the identity provider, exports of the account, and closing it.
 */
export const TOKEN_ABILITIES = ['read', 'write', 'account'] as const;
export type TokenAbility = (typeof TOKEN_ABILITIES)[number];

export const ROLES = Object.keys(ABILITIES) as readonly Role[];

export function roleMay(role: Role, ability: MemberAbility): boolean {
  const abilities: readonly MemberAbility[] = ABILITIES[role];
  return abilities.includes(ability);
}

/** Those that have all of the abilities. */
export const rolesThatMay = (needed: readonly MemberAbility[]): readonly Role[] =>
  ROLES.filter((role) => needed.every((ability) => roleMay(role, ability)));

/** Refuses a member whose role is none of those. */
export const insufficientRole = (role: Role, roles: readonly Role[]): Failure =>
  new Failure('insufficient_role', {
    message: `Your role in this account is ${role}. This operation needs one of these roles: ${roles.join(', ')}.`,
  });
