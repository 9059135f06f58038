import { type AccessToken, rotateToken as writeSecret } from '@innkeeper/db/tables/tokens';
import { powersOf, refuseMorePowers, requireOwn, requireValid } from '@innkeeper/domain/access/token-changes';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { minutes } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { NewToken } from '@innkeeper/present/token';

/**
 * Gives a token a new secret. The previous secret stays valid for `overlapMinutes`, 0 by default. A secret from an earlier rotation is
 * invalid at once.
 *
 * Throws `not_found` for a revoked token, `not_yours` for the token of another member, and `wrong_state` for an expired token. Throws
 * `validation` for a token with more powers than the caller's, because the caller receives its secret.
 */
export async function rotateToken(
  cx: MutatingCx<Customer>,
  { token, overlapMinutes = 0 }: { token: AccessToken; overlapMinutes?: number | undefined },
): Promise<NewToken> {
  requireValid(token);
  requireOwn(cx, token);
  const now = cx.clock.now();
  if (token.expires_at && token.expires_at <= now)
    throw new Failure('wrong_state', { message: 'This token has expired. Create a new token.' });
  await refuseMorePowers(cx, powersOf(token), token.id);
  const until = overlapMinutes > 0 ? new Date(now.getTime() + minutes(overlapMinutes)) : null;
  const { row, secret } = await writeSecret(cx.db, token, { now, until, rotatedBy: rotatedBy(cx.actor, token) });
  await audit(cx, 'rotateToken', { kind: 'access_token', id: token.id }, { overlap_minutes: overlapMinutes });
  return { ...row, secret };
}

/** Returns the token that receives the new secret, `null` for a session, or `undefined` for the token itself, whose holder knows both. */
function rotatedBy(actor: Customer, token: AccessToken): number | null | undefined {
  if (actor.kind === 'session') return null;
  return actor.id === token.id ? undefined : actor.id;
}
