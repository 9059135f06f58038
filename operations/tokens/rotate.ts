import { type AccessToken, rotateToken as writeSecret } from '@innkeeper/db/tables/tokens';
import { powersOf, refuseMorePowers, requireOwn, requireValid } from '@innkeeper/domain/access/token-changes';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { minutes } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { NewToken } from './create.ts';

/**
 * Gives a token a new secret. The one before works on for so many minutes, 0 by default; one that still did from an earlier rotation stops at
 * once. Throws `not_found` for a token that was revoked, `not_yours` for another member's, `wrong_state` for one that has expired, and
 * `validation` for one that may do more than the caller's: its secret would be the caller's then.
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
  const { row, secret } = await writeSecret(cx.db, token, { now, until });
  await audit(cx, 'rotateToken', { kind: 'access_token', id: token.id }, { overlap_minutes: overlapMinutes });
  return { ...row, secret };
}
