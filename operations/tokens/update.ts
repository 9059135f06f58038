import { type AccessToken, updateToken as writeToken } from '@innkeeper/db/tables/tokens';
import { powersOf, refuseMorePowers, requireOwn, requireValid } from '@innkeeper/domain/access/token-changes';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireReferences } from '@innkeeper/domain/resources/references';
import type { TokenAbility } from '@innkeeper/model/roles';
import { canonicalNetworks } from './networks.ts';

export interface UpdateToken {
  name?: string | undefined;
  abilities?: readonly TokenAbility[] | undefined;
  allowed_networks?: readonly string[] | undefined;
  server_ids?: readonly number[] | undefined;
}

/**
 * Changes the given fields at once. Streams and consoles of a token with changed powers end. Throws `not_found` for a revoked token,
 * `not_yours` for the token of another member, and `validation` like `createToken`.
 */
export async function updateToken(
  cx: MutatingCx<Customer>,
  { token, ...input }: UpdateToken & { token: AccessToken },
): Promise<AccessToken> {
  requireValid(token);
  requireOwn(cx, token);
  if (input.server_ids) await requireReferences(cx, 'server', input.server_ids, 'server_ids');
  const changes = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.abilities && { abilities: [...input.abilities] }),
    ...(input.allowed_networks && { allowed_networks: canonicalNetworks(input.allowed_networks) }),
    ...(input.server_ids && { server_ids: [...input.server_ids].sort((a, b) => a - b) }),
  };
  // A name grants no power, so it can change regardless of the token's powers.
  const { name: _name, ...powers } = changes;
  if (Object.keys(powers).length > 0) await refuseMorePowers(cx, powersOf({ ...token, ...powers }), token.id);
  const after = await writeToken(cx.db, token.id, changes);
  await audit(cx, 'updateToken', { kind: 'access_token', id: token.id }, changes);
  return after;
}
