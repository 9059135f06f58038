/** What a caller may do with the access tokens of its account. */
import { type AccessToken, findToken } from '@innkeeper/db/tables/tokens';
import { Failure, invalid } from '@innkeeper/model/failures';
import { roleMay } from '@innkeeper/model/roles';
import { exceeding, exceedingItself, type Power, type TokenPowers } from '@innkeeper/model/token-powers';
import type { Customer } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';

export const powersOf = (token: AccessToken): TokenPowers => ({
  abilities: token.abilities,
  expiresAt: token.expires_at,
  networks: token.allowed_networks,
  servers: token.server_ids,
  monthlyCap: token.monthly_cap,
});

const REFUSALS: Readonly<Record<Power, string>> = {
  abilities: 'Must be abilities of the token of this request.',
  expires_at: 'Must not be later than the expiry of the token of this request.',
  allowed_networks: 'Must be within the networks of the token of this request.',
  server_ids: 'Must be servers of the token of this request.',
  monthly_cap: 'Must be 0, because the token of this request has a spending cap.',
};

/** Throws `validation` with the field for a token that would have more than that of the caller, which may be the same one. */
export async function refuseMorePowers(cx: MutatingCx<Customer>, wanted: TokenPowers, id?: number): Promise<void> {
  if (cx.actor.kind !== 'token') return;
  const maker = await findToken(cx.db, cx.actor.id);
  if (!maker) throw new Failure('unauthenticated');
  const power = (id === maker.id ? exceedingItself : exceeding)(powersOf(maker), wanted);
  if (power) throw invalid(power, REFUSALS[power]);
}

/** Throws `not_found` for one that was revoked. */
export function requireValid(token: AccessToken): void {
  if (token.revoked_at) throw new Failure('not_found');
}

/** Throws `not_yours` for a token of another member: whoever changes it, or has its secret, acts as that member. */
export function requireOwn({ actor }: Cx<Customer>, token: AccessToken): void {
  if (token.user_id !== actor.userId) throw new Failure('not_yours', { message: 'This token belongs to another member.' });
}

/** Whether the caller's role is to look after the other members. */
export const managesMembers = ({ actor }: Cx<Customer>): boolean => roleMay(actor.role, 'manage-members');
