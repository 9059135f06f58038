/** The second factor of a staff member: a code of the authenticator app, or a recovery code. Each code is accepted once. */
import {
  hasStaffRecoveryCode,
  staffCredentialsOf,
  storeStaffTotpStep,
  takeStaffRecoveryCode,
} from '@innkeeper/db/tables/staff-sign-in';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import { plainRecoveryCode } from '@innkeeper/model/sign-in/recovery-codes';
import { matchingStep, newTotpSecret } from '@innkeeper/model/sign-in/totp';
import type { MutatingCx } from '../context.ts';

/** Secret that no authenticator app has. It keeps the response time the same for unknown staff. */
const DUMMY_SECRET = newTotpSecret();

const secretOf = (staffId: number): string => `staff-totp:${staffId}`;

/** Seals the TOTP secret of a staff member for storage. */
export const sealStaffSecret = (sealer: Sealer, staffId: number, secret: Buffer): Buffer =>
  sealer.seal(secretOf(staffId), secret);

/** Opens the sealed TOTP secret of a staff member. Throws if it was sealed with another key. */
export const openStaffSecret = (sealer: Sealer, staffId: number, sealed: Buffer): Buffer =>
  sealer.open(secretOf(staffId), sealed);

/** Hashes a recovery code of a staff member with the installation's key. */
export const hashStaffRecoveryCode = (sealer: Sealer, staffId: number, code: string): Buffer =>
  sealer.digest(`staff-recovery-code:${staffId}`, plainRecoveryCode(code));

/**
 * Accepts a code of a staff member whose row is locked (`lockStaff`). Once the transaction commits, the code is never accepted again.
 * Returns `false` for a wrong or used code.
 *
 * `judged` is the password hash that was checked, and whether the password matched. If the password did not match, or the hash has changed
 * in the meantime, no code is used up. The work until then is the same in all cases, so that the response time does not reveal which factor
 * was wrong. `staffId` is 0 for an unknown person.
 */
export async function verifyStaffFactor(
  { db, clock }: Pick<MutatingCx, 'db' | 'clock'>,
  sealer: Sealer,
  { staffId, judged, otp }: { staffId: number; judged: { hash: string | null; fits: boolean }; otp: string },
): Promise<boolean> {
  const credentials = await staffCredentialsOf(db, staffId);
  const proven = judged.fits && credentials?.password_hash === judged.hash;
  const now = clock.now();
  if (/^\d{6}$/.test(otp)) {
    const secret = credentials ? openStaffSecret(sealer, staffId, credentials.totp_secret) : DUMMY_SECRET;
    const step = matchingStep(secret, otp, now, Number(credentials?.last_step ?? 0));
    if (!proven || step === undefined) return false;
    await storeStaffTotpStep(db, staffId, step);
    return true;
  }
  const hash = hashStaffRecoveryCode(sealer, staffId, otp);
  const known = await hasStaffRecoveryCode(db, { staffId, hash });
  if (!proven || !known) return false;
  await takeStaffRecoveryCode(db, { staffId, hash, now });
  return true;
}
