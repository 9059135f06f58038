/** Checks for changes of an account's access tokens by a caller. */
import { type AccessToken, lockToken } from '@innkeeper/db/tables/tokens';
import { Failure, invalid } from '@innkeeper/model/failures';
import { roleMay } from '@innkeeper/model/people/roles';
import { findExcessPower, findGainedPower, type Power, type TokenPowers } from '@innkeeper/model/people/token-powers';
import type { Customer } from '../actor.ts';
import type { Cx, MutatingCx } from '../context.ts';

/** Returns the powers of a token, for comparison with another token's. */
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

/**
 * Throws `validation` for the field that would give a token more powers than the caller's token. `id` is the id of the changed token, which
 * may be the caller's own token.
 *
 * Locks the caller's token, so that its revocation also finds the token that this transaction makes. Throws `unauthenticated` if it was
 * revoked in the meantime.
 */
export async function refuseMorePowers(cx: MutatingCx<Customer>, powers: TokenPowers, id?: number): Promise<void> {
  if (cx.actor.kind !== 'token') return;
  const maker = await lockToken(cx.db, cx.actor.id);
  if (!maker || maker.revoked_at) throw new Failure('unauthenticated');
  const power = (id === maker.id ? findGainedPower : findExcessPower)(powersOf(maker), powers);
  if (power) throw invalid(power, REFUSALS[power]);
}

/** Throws `not_found` for a revoked token. */
export function requireValid(token: AccessToken): void {
  if (token.revoked_at) throw new Failure('not_found');
}

/** Throws `not_yours` for a token of another member: a change of the token, or its secret, would give that member's powers. */
export function requireOwn({ actor }: Cx<Customer>, token: AccessToken): void {
  if (token.user_id !== actor.userId) throw new Failure('not_yours', { message: 'This token belongs to another member.' });
}

/** Returns whether the caller's role may manage other members. */
export const managesMembers = ({ actor }: Cx<Customer>): boolean => roleMay(actor.role, 'manage-members');
