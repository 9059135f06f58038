/** The second factor of somebody of the staff: a code of the authenticator app, or a recovery code. Each is taken once. */
import {
  hasStaffRecoveryCode,
  noteStaffTotpStep,
  staffCredentialsOf,
  takeStaffRecoveryCode,
} from '@innkeeper/db/tables/staff-sign-in';
import { plainRecoveryCode } from '@innkeeper/model/recovery-codes';
import type { Sealer } from '@innkeeper/model/sealing';
import { matchingStep, newTotpSecret } from '@innkeeper/model/totp';
import type { MutatingCx } from '../context.ts';

/** Nobody has an app with it. */
const NOBODYS = newTotpSecret();

const secretOf = (staffId: number): string => `staff-totp:${staffId}`;

export const sealStaffSecret = (sealer: Sealer, staffId: number, secret: Buffer): Buffer =>
  sealer.seal(secretOf(staffId), secret);

export const openStaffSecret = (sealer: Sealer, staffId: number, sealed: Buffer): Buffer =>
  sealer.open(secretOf(staffId), sealed);

export const hashStaffRecoveryCode = (sealer: Sealer, staffId: number, code: string): Buffer =>
  sealer.digest(`staff-recovery-code:${staffId}`, plainRecoveryCode(code));

/**
 * Takes the code of a person whose row is held (`lockStaff`); it is never taken again, if the transaction commits. False for a code that is
 * wrong or was taken. `judged`: the hash that a password was judged by, and whether it fits; when the person has another one by now, or it does not
 * fit, nothing is taken, but the same is done until then, so that the time does not tell which was wrong. `staffId`: 0 for nobody.
 */
export async function takeStaffFactor(
  { db, clock }: Pick<MutatingCx, 'db' | 'clock'>,
  sealer: Sealer,
  { staffId, judged, otp }: { staffId: number; judged: { hash: string | null; fits: boolean }; otp: string },
): Promise<boolean> {
  const credentials = await staffCredentialsOf(db, staffId);
  const proven = judged.fits && credentials?.password_hash === judged.hash;
  const now = clock.now();
  if (/^\d{6}$/.test(otp)) {
    const secret = credentials ? openStaffSecret(sealer, staffId, credentials.totp_secret) : NOBODYS;
    const step = matchingStep(secret, otp, now, Number(credentials?.last_step ?? 0));
    if (!proven || step === undefined) return false;
    await noteStaffTotpStep(db, staffId, step);
    return true;
  }
  const hash = hashStaffRecoveryCode(sealer, staffId, otp);
  const known = await hasStaffRecoveryCode(db, { staffId, hash });
  if (!proven || !known) return false;
  await takeStaffRecoveryCode(db, { staffId, hash, now });
  return true;
}
