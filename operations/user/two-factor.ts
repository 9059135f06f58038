/** The authenticator app of the caller's user, and its recovery codes. */
import { lockUser } from '@innkeeper/db/tables/email-changes';
import { findToken } from '@innkeeper/db/tables/tokens';
import { deleteTotp, insertTotp, lockTotp, namesForApp, proveTotp, replaceRecoveryCodes } from '@innkeeper/db/tables/two-factor';
import {
  hashRecoveryCode,
  INVALID_CODE,
  requireJustEnabled,
  sealTotpSecret,
  verifySecondFactor,
} from '@innkeeper/domain/access/second-factor';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { Failure, invalid } from '@innkeeper/model/failures';
import { newRecoveryCodes } from '@innkeeper/model/sign-in/recovery-codes';
import { fromBase32, matchingStep, newTotpSecret, otpAuthUrl, toBase32 } from '@innkeeper/model/sign-in/totp';
import { isReplaceable, unprovenUntil } from '@innkeeper/model/sign-in/unproven-app';
import type { Input, Reply, Services } from '../define.ts';

/** Returns a new secret for each call and stores nothing. */
export async function getTwoFactorSecret(cx: Cx<Customer>): Promise<Reply<'getTwoFactorSecret'>> {
  const secret = toBase32(newTotpSecret());
  return { secret_key: secret, otp_auth_url: otpAuthUrl(secret, await namesForApp(cx.db, cx.actor.userId)) };
}

/**
 * Stores the sealed secret of an authenticator app. The code that proves the secret cannot be used again. An app that a token enables is
 * unproven, and its user gets a mail at once. A session replaces an unproven app.
 *
 * Throws `wrong_state` if a secret is already stored, and `validation` for a wrong code.
 */
export async function enableTwoFactor(
  cx: MutatingCx<Customer>,
  { body: { otp, secret_key } }: Input<'enableTwoFactor'>,
  { sealer }: Pick<Services, 'sealer'>,
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

/**
 * Deletes the secret and the recovery codes. `otp` is a code of the app or a recovery code. A user who has lost the app disables it with a
 * recovery code before enabling another one. Throws the errors of `verifySecondFactor`.
 */
export async function disableTwoFactor(
  cx: MutatingCx<Customer>,
  { body: { otp } }: Input<'disableTwoFactor'>,
  { sealer }: Pick<Services, 'sealer'>,
): Promise<void> {
  const { userId } = cx.actor;
  await verifySecondFactor(cx, sealer, { userId, otp, recovery: true });
  await deleteTotp(cx.db, userId);
  await audit(cx, 'disableTwoFactor', { kind: 'user', id: userId });
}

/**
 * Replaces the recovery codes of the user with new ones, such as `7d2f-90ab-c4e1`. In a session, the code also proves an app that a token
 * enabled. The session that has just enabled the app needs no code. Throws like `verifySecondFactor` and `requireJustEnabled`.
 */
export async function createRecoveryCodes(
  cx: MutatingCx<Customer>,
  { body: { otp } }: Input<'createRecoveryCodes'>,
  { sealer }: Pick<Services, 'sealer'>,
): Promise<Reply<'createRecoveryCodes'>> {
  const { userId } = cx.actor;
  if (otp === undefined) await requireJustEnabled(cx);
  else await verifySecondFactor(cx, sealer, { userId, otp });
  if (cx.actor.kind === 'session') await proveTotp(cx.db, userId);
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(sealer, userId, code));
  await replaceRecoveryCodes(cx.db, { userId, hashes, now: cx.clock.now() });
  await audit(cx, 'createRecoveryCodes', { kind: 'user', id: userId }, { codes: codes.length });
  return { recovery_codes: codes };
}
