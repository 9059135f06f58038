import { type AccessToken, countTokensHeld, findToken, createToken as insertToken } from '@innkeeper/db/tables/tokens';
import { refuseMorePowers } from '@innkeeper/domain/access/token-changes';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireReferences } from '@innkeeper/domain/resources/references';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type Cents, decimal } from '@innkeeper/model/money';
import type { TokenAbility } from '@innkeeper/model/roles';
import { canonicalNetworks } from './networks.ts';

export interface CreateToken {
  name: string;
  abilities: readonly TokenAbility[];
  expires_at?: string | undefined;
  allowed_networks?: readonly string[] | undefined;
  server_ids?: readonly number[] | undefined;
  /** Cents. */
  monthlyCap?: Cents | undefined;
}

export type NewToken = AccessToken & { secret: string };

/**
 * Makes a token of the caller's user. The secret is in what it returns and nowhere else: a repeat of the request makes another token. Throws
 * `wrong_state` when the account has as many as it may, `validation` for what is over, is no server of the account, or would be more than the
 * caller's own token has.
 */
export async function createToken(cx: MutatingCx<Customer>, input: CreateToken): Promise<NewToken> {
  const { accountId, userId } = cx.actor;
  const { name, abilities, server_ids = [], monthlyCap } = input;
  const now = cx.clock.now();
  const most = cx.settings.tokensPerAccount;
  if ((await countTokensHeld(cx.db, accountId, now)) >= most)
    throw new Failure('wrong_state', { message: `An account can have at most ${most} tokens. Delete one first.` });
  const expiresAt = input.expires_at === undefined ? undefined : new Date(input.expires_at);
  if (expiresAt && expiresAt <= now) throw invalid('expires_at', 'Must be in the future.');
  const networks = canonicalNetworks(input.allowed_networks ?? []);
  await requireReferences(cx, 'server', server_ids, 'server_ids');
  const servers = [...server_ids].sort((a, b) => a - b);
  await refuseMorePowers(cx, { abilities, expiresAt: expiresAt ?? null, networks, servers, monthlyCap: monthlyCap ?? null });
  const wanted = { accountId, userId, name, abilities, expiresAt, monthlyCap, networks, servers, now };
  const { id, token: secret } = await insertToken(cx.db, wanted);
  const bounds = {
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    ...(networks.length > 0 && { allowed_networks: networks }),
    ...(servers.length > 0 && { server_ids: servers }),
    ...(monthlyCap !== undefined && { monthly_cap: decimal(monthlyCap) }),
  };
  await audit(cx, 'createToken', { kind: 'access_token', id }, { name, abilities: [...abilities], ...bounds });
  const made = await findToken(cx.db, id);
  if (!made) throw new Error(`token ${id} was made and is gone`);
  return { ...made, secret };
}
