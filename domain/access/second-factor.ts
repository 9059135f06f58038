/** The second factor of a user: a code of the authenticator app, or a recovery code. Each code is accepted once. */
import { lockTotp, storeTotpStep, type Totp, takeRecoveryCode } from '@innkeeper/db/tables/two-factor';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import { isJustEnabled } from '@innkeeper/model/sign-in/just-enabled';
import { plainRecoveryCode } from '@innkeeper/model/sign-in/recovery-codes';
import { matchingStep } from '@innkeeper/model/sign-in/totp';
import { hasEnded } from '@innkeeper/model/sign-in/unproven-app';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';

export const INVALID_CODE = 'This code is not valid. Each code works once, for about 30 seconds. Enter a new code.';

const MISSING_CODE =
  'Enter a code of the authenticator app. Only the session that enabled it needs none, for the first 15 minutes.';

const secretOf = (userId: number): string => `totp:${userId}`;

/** Seals the TOTP secret of a user for storage. */
export const sealTotpSecret = (sealer: Sealer, userId: number, secret: Buffer): Buffer => sealer.seal(secretOf(userId), secret);

/** Hashes a recovery code of a user with the installation's key. */
export const hashRecoveryCode = (sealer: Sealer, userId: number, code: string): Buffer =>
  sealer.digest(`recovery-code:${userId}`, plainRecoveryCode(code));

/**
 * Verifies a code of a user and marks the code as used. Once the transaction commits, the code is never accepted again.
 *
 * Throws `wrong_state` for a user without two-factor authentication, and `validation` for `otp` if the code is not valid. Recovery codes
 * are accepted only if `recovery` is `true`.
 */
export async function verifySecondFactor(
  cx: Pick<MutatingCx, 'db' | 'clock'>,
  sealer: Sealer,
  { userId, otp, recovery = false }: { userId: number; otp: string; recovery?: boolean },
): Promise<void> {
  const totp = await requireTotp(cx, userId);
  const now = cx.clock.now();
  if (/^\d{6}$/.test(otp)) {
    const step = matchingStep(sealer.open(secretOf(userId), totp.secret), otp, now, Number(totp.last_step));
    if (step === undefined) throw invalid('otp', INVALID_CODE);
    await storeTotpStep(cx.db, userId, step);
    return;
  }
  const hash = hashRecoveryCode(sealer, userId, otp);
  if (!recovery || !(await takeRecoveryCode(cx.db, { userId, hash, now }))) throw invalid('otp', INVALID_CODE);
}

/**
 * Accepts a request without a code. Throws `wrong_state` for a user without two-factor authentication, and `validation` for `otp` unless the
 * session of the caller has just enabled the app.
 */
export async function requireJustEnabled(cx: MutatingCx<Customer>): Promise<void> {
  const { actor } = cx;
  const totp = await requireTotp(cx, actor.userId);
  const sessionId = actor.kind === 'session' ? actor.id : null;
  if (!isJustEnabled(totp, sessionId, cx.clock.now())) throw invalid('otp', MISSING_CODE);
}

/** Locks the app of a user. Throws `wrong_state` if there is none, or it has ended. */
async function requireTotp({ db, clock }: Pick<MutatingCx, 'db' | 'clock'>, userId: number): Promise<Totp> {
  const totp = await lockTotp(db, userId);
  if (!totp || hasEnded(totp, clock.now()))
    throw new Failure('wrong_state', { message: 'Two-factor authentication is not enabled.' });
  return totp;
}
