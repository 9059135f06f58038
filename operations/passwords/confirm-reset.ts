import { findPasswordReset, lockPasswordReset } from '@innkeeper/db/tables/passwords';
import { hashSecret } from '@innkeeper/db/tables/sessions';
import { firstAccountOf } from '@innkeeper/db/tables/sign-in';
import type { Actor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import type { SignInParts } from '@innkeeper/domain/passwords/check';
import { requireGoodPassword } from '@innkeeper/domain/passwords/rules';
import { setPassword } from '@innkeeper/domain/passwords/set';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { invalid } from '@innkeeper/model/failures';

const NO_SUCH = 'This link is no longer valid: it was used, replaced, or is older than an hour. Request a new link.';

/**
 * Verifies the secret of a link and returns the hash of the new password. Call it outside a transaction, because hashing takes long. Throws
 * `validation` for `secret` and `password`, `rate_limited` after too many wrong secrets, and the errors of `UserPasswords.hash`.
 */
export async function hashForReset(
  cx: Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>,
  { secret, password }: { secret: string; password: string },
  { passwords, throttle }: SignInParts,
): Promise<string> {
  const network = signInNetwork(cx);
  const now = cx.clock.now();
  const tried = throttle.address(network, now);
  const user = await findPasswordReset(cx.db, hashSecret(secret), now);
  if (!user) throw invalid('secret', NO_SUCH);
  tried.release();
  requireGoodPassword(cx, { password, email: user.email });
  return passwords.hash(password, network);
}

/** Sets the password of the user whom the link was sent to. Second factors remain enabled. Throws `validation` for `secret`. */
export async function confirmPasswordReset(
  cx: MutatingCx<Actor>,
  { secret, hash }: { secret: string; hash: string },
): Promise<void> {
  const user = await lockPasswordReset(cx.db, hashSecret(secret), cx.clock.now());
  if (!user) throw invalid('secret', NO_SUCH);
  const ended = await setPassword(cx, user, { hash });
  const accountId = (await firstAccountOf(cx.db, user.id)) ?? null;
  const actor = { kind: 'visitor', accountId, userId: user.id } as const;
  const details = { from: cx.clientAddress ?? '', ended };
  await audit({ ...cx, actor }, 'confirmPasswordReset', { kind: 'user', id: user.id }, details);
}
