/** Access tokens of the members of an account. */
import {
  type AccessToken,
  findToken,
  createToken as insertToken,
  lockAndCountTokens,
  pageOfTokens,
  revokeToken,
  rotateToken as writeSecret,
  updateToken as writeToken,
} from '@innkeeper/db/tables/tokens';
import { managesMembers, powersOf, refuseMorePowers, requireOwn, requireValid } from '@innkeeper/domain/access/token-changes';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { requireReferences } from '@innkeeper/domain/resources/references';
import { Failure, invalid } from '@innkeeper/model/failures';
import { formatDecimal, parseDecimal } from '@innkeeper/model/money/money';
import { canonicalNetwork, sortedCidrs } from '@innkeeper/model/net/network-lists';
import { minutes } from '@innkeeper/model/time/clock';
import { page, pageRequest } from '@innkeeper/present/page';
import { presentNewToken, presentToken } from '@innkeeper/present/token';
import type { Input, Reply } from './define.ts';

/** Lists the valid tokens of the user, or of all members if the caller manages members, oldest first. */
export async function listTokens(cx: RequestCx, { query }: Input<'listTokens'>): Promise<Reply<'listTokens'>> {
  const { accountId, userId } = cx.actor;
  const userFilter = managesMembers(cx) ? {} : { userId };
  const tokens = await pageOfTokens(cx.db, { accountId, now: cx.clock.now(), ...userFilter, ...pageRequest(query) });
  return page(cx.url, query, tokens, presentToken);
}

/**
 * Creates a token of the caller's user. The reply contains the secret and is therefore not stored, so a repeated request creates another
 * token.
 *
 * Throws `wrong_state` if the account has the maximum number of tokens, and `not_yours` for a server of another account. Throws
 * `validation` for a past expiry, an unknown server, and powers beyond the caller's own token.
 */
export async function createToken(cx: MutatingCx<Customer>, { body }: Input<'createToken'>): Promise<Reply<'createToken'>> {
  const { accountId, userId } = cx.actor;
  const { name, abilities, server_ids = [], monthly_cap } = body;
  const monthlyCap = monthly_cap === undefined ? undefined : parseDecimal(monthly_cap.toFixed(2));
  const now = cx.clock.now();
  const max = cx.settings.tokensPerAccount;
  if ((await lockAndCountTokens(cx.db, accountId, now)) >= max)
    throw new Failure('wrong_state', { message: `An account can have at most ${max} tokens. Delete one first.` });
  const expiresAt = body.expires_at === undefined ? undefined : new Date(body.expires_at);
  if (expiresAt && expiresAt <= now) throw invalid('expires_at', 'Must be in the future.');
  const networks = canonicalNetworks(body.allowed_networks ?? []);
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
  return presentNewToken({ ...made, secret });
}

/**
 * Changes the given fields at once. Streams and consoles of a token with changed powers end. Throws `not_found` for a revoked token,
 * `not_yours` for the token of another member, and `validation` like `createToken`.
 */
export async function updateToken(
  cx: MutatingCx<Customer>,
  { token, body }: Input<'updateToken'>,
): Promise<Reply<'updateToken'>> {
  requireValid(token);
  requireOwn(cx, token);
  if (body.server_ids) await requireReferences(cx, 'server', body.server_ids, 'server_ids');
  const changes = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.abilities && { abilities: [...body.abilities] }),
    ...(body.allowed_networks && { allowed_networks: canonicalNetworks(body.allowed_networks) }),
    ...(body.server_ids && { server_ids: [...body.server_ids].sort((a, b) => a - b) }),
  };
  // A name grants no power, so it can change regardless of the token's powers.
  const { name: _name, ...powers } = changes;
  if (Object.keys(powers).length > 0) await refuseMorePowers(cx, powersOf({ ...token, ...powers }), token.id);
  const after = await writeToken(cx.db, token.id, changes);
  await audit(cx, 'updateToken', { kind: 'access_token', id: token.id }, changes);
  return presentToken(after);
}

/** Returns the networks in CIDR form, sorted, with host bits cleared. Throws `validation` with the index in `allowed_networks`. */
function canonicalNetworks(texts: readonly string[]): string[] {
  return sortedCidrs(
    texts.map((text, at) => {
      const network = canonicalNetwork(text);
      if (!network) throw invalid(`allowed_networks.${at}`, 'Must be an IP address or a network in CIDR form.');
      return network;
    }),
  );
}

/**
 * Revokes a token permanently, with the tokens that it made or rotated. Throws `not_found` if it is already revoked, and `not_yours` for
 * the token of another member unless the caller manages members.
 */
export async function deleteToken(cx: MutatingCx<Customer>, { token }: Input<'deleteToken'>): Promise<void> {
  requireValid(token);
  if (!managesMembers(cx)) requireOwn(cx, token);
  const others = (await revokeToken(cx.db, token.id, cx.clock.now())) ?? [];
  const details = { name: token.name, ...(others.length > 0 && { also_revoked: others }) };
  await audit(cx, 'deleteToken', { kind: 'access_token', id: token.id }, details);
}

/**
 * Gives a token a new secret. The previous secret stays valid for `overlap_minutes`, 0 by default. A secret from an earlier rotation is
 * invalid at once.
 *
 * Throws `not_found` for a revoked token, `not_yours` for the token of another member, and `wrong_state` for an expired token. Throws
 * `validation` for a token with more powers than the caller's, because the caller receives its secret.
 */
export async function rotateToken(
  cx: MutatingCx<Customer>,
  { token, body }: Input<'rotateToken'>,
): Promise<Reply<'rotateToken'>> {
  const overlapMinutes = body?.overlap_minutes ?? 0;
  requireValid(token);
  requireOwn(cx, token);
  const now = cx.clock.now();
  if (token.expires_at && token.expires_at <= now)
    throw new Failure('wrong_state', { message: 'This token has expired. Create a new token.' });
  await refuseMorePowers(cx, powersOf(token), token.id);
  const until = overlapMinutes > 0 ? new Date(now.getTime() + minutes(overlapMinutes)) : null;
  const { row, secret } = await writeSecret(cx.db, token, { now, until, rotatedBy: rotatedBy(cx.actor, token) });
  await audit(cx, 'rotateToken', { kind: 'access_token', id: token.id }, { overlap_minutes: overlapMinutes });
  return presentNewToken({ ...row, secret });
}

/** Returns the token that receives the new secret, `null` for a session, or `undefined` for the token itself, whose holder knows both. */
function rotatedBy(actor: Customer, token: AccessToken): number | null | undefined {
  if (actor.kind === 'session') return null;
  return actor.id === token.id ? undefined : actor.id;
}
