/**
 * What the members of an account may do, by their role. `read` and `write` are what access tokens have too, and the API asks for
 * them; the others are for what only people do.
 */
const ABILITIES = {
  owner: ['read', 'write', 'pay', 'manage-members', 'close-account'],
  admin: ['read', 'write', 'pay', 'manage-members'],
  billing: ['read', 'pay'],
  technical: ['read', 'write'],
  'read-only': ['read'],
} as const satisfies Record<string, readonly string[]>;

export type Role = keyof typeof ABILITIES;
export type MemberAbility = (typeof ABILITIES)['owner'][number];
export type TokenAbility = Extract<MemberAbility, 'read' | 'write'>;

export const ROLES = Object.keys(ABILITIES) as readonly Role[];

const OF_TOKENS: readonly TokenAbility[] = ['read', 'write'];

export function roleMay(role: Role, ability: MemberAbility): boolean {
  const abilities: readonly MemberAbility[] = ABILITIES[role];
  return abilities.includes(ability);
}

/** The abilities of a member's token: never more than those of the member. A token that may `write` may `read`. */
export function abilitiesOfToken(granted: readonly TokenAbility[], role: Role): TokenAbility[] {
  return OF_TOKENS.filter((ability) => (granted.includes('write') || granted.includes(ability)) && roleMay(role, ability));
}
