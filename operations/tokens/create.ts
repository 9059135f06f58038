import { findToken, createToken as insertToken, lockAndCountTokens } from '@innkeeper/db/tables/tokens';
import { refuseMorePowers } from '@innkeeper/domain/access/token-changes';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireReferences } from '@innkeeper/domain/resources/references';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type Cents, formatDecimal } from '@innkeeper/model/money';
import type { TokenAbility } from '@innkeeper/model/roles';
import type { NewToken } from '@innkeeper/present/token';
import { canonicalNetworks } from './networks.ts';

export interface CreateToken {
  name: string;
  abilities: readonly TokenAbility[];
  expires_at?: string | undefined;
  allowed_networks?: readonly string[] | undefined;
  server_ids?: readonly number[] | undefined;
  /** Monthly spending cap in cents. */
  monthlyCap?: Cents | undefined;
}

/**
 * Creates a token of the caller's user. The reply contains the secret and is therefore not stored, so a repeated request creates another
 * token.
 *
 * Throws `wrong_state` if the account has the maximum number of tokens, and `not_yours` for a server of another account. Throws
 * `validation` for a past expiry, an unknown server, and powers beyond the caller's own token.
 */
export async function createToken(cx: MutatingCx<Customer>, input: CreateToken): Promise<NewToken> {
  const { accountId, userId } = cx.actor;
  const { name, abilities, server_ids = [], monthlyCap } = input;
  const now = cx.clock.now();
  const max = cx.settings.tokensPerAccount;
  if ((await lockAndCountTokens(cx.db, accountId, now)) >= max)
    throw new Failure('wrong_state', { message: `An account can have at most ${max} tokens. Delete one first.` });
  const expiresAt = input.expires_at === undefined ? undefined : new Date(input.expires_at);
  if (expiresAt && expiresAt <= now) throw invalid('expires_at', 'Must be in the future.');
  const networks = canonicalNetworks(input.allowed_networks ?? []);
  await requireReferences(cx, 'server', server_ids, 'server_ids');
  const servers = [...server_ids].sort((a, b) => a - b);
  await refuseMorePowers(cx, { abilities, expiresAt: expiresAt ?? null, networks, servers, monthlyCap: monthlyCap ?? null });
  const madeBy = cx.actor.kind === 'token' ? cx.actor.id : undefined;
  const token = { accountId, userId, name, abilities, expiresAt, monthlyCap, networks, servers, madeBy, now };
  const { id, token: secret } = await insertToken(cx.db, token);
  const bounds = {
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    ...(networks.length > 0 && { allowed_networks: networks }),
    ...(servers.length > 0 && { server_ids: servers }),
    ...(monthlyCap !== undefined && { monthly_cap: formatDecimal(monthlyCap) }),
  };
  await audit(cx, 'createToken', { kind: 'access_token', id }, { name, abilities: [...abilities], ...bounds });
  const made = await findToken(cx.db, id);
  if (!made) throw new Error(`token ${id} was made and is gone`);
  return { ...made, secret };
}
