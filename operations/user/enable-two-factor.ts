import { lockUser } from '@innkeeper/db/tables/email-changes';
import { findToken } from '@innkeeper/db/tables/tokens';
import { deleteTotp, insertTotp, lockTotp } from '@innkeeper/db/tables/two-factor';
import { INVALID_CODE, sealTotpSecret } from '@innkeeper/domain/access/second-factor';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { isReplaceable, unprovenUntil } from '@innkeeper/model/sign-in/unproven-app';
import { fromBase32, matchingStep } from '@innkeeper/model/totp';

export interface EnableTwoFactor {
  /** Code of 6 digits. */
  otp: string;
  /** Secret in Base32. */
  secret_key: string;
}

/**
 * Stores the sealed secret of an authenticator app. The code that proves the secret cannot be used again. An app that a token enables is
 * unproven, and its user gets a mail at once. A session replaces an unproven app.
 *
 * Throws `wrong_state` if a secret is already stored, and `validation` for a wrong code.
 */
export async function enableTwoFactor(
  cx: MutatingCx<Customer>,
  { otp, secret_key, sealer }: EnableTwoFactor & { sealer: Sealer },
): Promise<void> {
  const { userId } = cx.actor;
  const now = cx.clock.now();
  const secret = fromBase32(secret_key);
  const step = matchingStep(secret, otp, now);
  if (step === undefined) throw invalid('otp', INVALID_CODE);
  const bySession = cx.actor.kind === 'session';
  const previous = await lockTotp(cx.db, userId);
  if (previous && isReplaceable(previous, bySession, now)) await deleteTotp(cx.db, userId);
  const sealed = sealTotpSecret(sealer, userId, secret);
  const until = unprovenUntil(bySession, now);
  const row = { user_id: userId, secret: sealed, last_step: BigInt(step), enabled_at: now, unproven_until: until };
  if (!(await insertTotp(cx.db, { ...row, session_id: cx.actor.kind === 'session' ? cx.actor.id : null })))
    throw new Failure('wrong_state', { message: 'Two-factor authentication is already enabled.' });
  await audit(cx, 'enableTwoFactor', { kind: 'user', id: userId }, until ? { unproven_until: until.toISOString() } : {});
  if (until) await mailUser(cx, until);
}

/** Mails the user, who can otherwise not know that a leaked token did this. */
async function mailUser(cx: MutatingCx<Customer>, until: Date): Promise<void> {
  const { id, userId, accountId } = cx.actor;
  const [user, token] = [await lockUser(cx.db, userId), await findToken(cx.db, id)];
  if (!user || !token) throw new Failure('unauthenticated');
  const at = cx.clock.now().getTime();
  await queueMailToUser(cx, user, {
    accountId,
    template: 'two-factor-by-token',
    data: { token: token.name, hint: token.hint, at, until: until.getTime() },
    dedupeKey: `two-factor-by-token:${userId}:${at}`,
  });
}
