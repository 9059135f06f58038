import { type AccessToken, revokeToken } from '@innkeeper/db/tables/tokens';
import { managesMembers, requireOwn, requireValid } from '@innkeeper/domain/access/token-changes';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';

/**
 * Revokes a token permanently, with the tokens that it made or rotated. Throws `not_found` if it is already revoked, and `not_yours` for the token of another member unless the
 * caller manages members.
 */
export async function deleteToken(cx: MutatingCx<Customer>, { token }: { token: AccessToken }): Promise<void> {
  requireValid(token);
  if (!managesMembers(cx)) requireOwn(cx, token);
  const others = (await revokeToken(cx.db, token.id, cx.clock.now())) ?? [];
  const details = { name: token.name, ...(others.length > 0 && { also_revoked: others }) };
  await audit(cx, 'deleteToken', { kind: 'access_token', id: token.id }, details);
}
