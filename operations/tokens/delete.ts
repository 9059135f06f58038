import { type AccessToken, revokeToken } from '@innkeeper/db/tables/tokens';
import { managesMembers, requireOwn, requireValid } from '@innkeeper/domain/access/token-changes';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';

/**
 * Revokes it for good. Throws `not_found` for one that was revoked, and `not_yours` for another member's, unless the caller manages the
 * members.
 */
export async function deleteToken(cx: MutatingCx<Customer>, { token }: { token: AccessToken }): Promise<void> {
  requireValid(token);
  if (!managesMembers(cx)) requireOwn(cx, token);
  await revokeToken(cx.db, token.id, cx.clock.now());
  await audit(cx, 'deleteToken', { kind: 'access_token', id: token.id }, { name: token.name });
}
