/**
 * Set-up of an invited staff member: the person chooses a password, and a code proves that the authenticator app has the secret. Both steps
 * need the secret of the invitation.
 */
import { hashSecret } from '@innkeeper/db/tables/sessions';
import { lockStaff } from '@innkeeper/db/tables/staff';
import {
  deleteStaffInvitation,
  findStaffInvitation,
  insertStaffCredentials,
  updateStaffInvitation,
} from '@innkeeper/db/tables/staff-sign-in';
import { issuerOf } from '@innkeeper/db/tables/two-factor';
import { INVALID_CODE } from '@innkeeper/domain/access/second-factor';
import { hashStaffRecoveryCode, openStaffSecret, sealStaffSecret } from '@innkeeper/domain/access/staff-factors';
import type { VisitorActor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { requireGoodPassword } from '@innkeeper/domain/passwords/rules';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { Failure, invalid } from '@innkeeper/model/failures';
import { newRecoveryCodes } from '@innkeeper/model/sign-in/recovery-codes';
import { matchingStep, newTotpSecret, otpAuthUrl, toBase32 } from '@innkeeper/model/sign-in/totp';
import type { Prepared, StaffInput, StaffReply, StaffServices } from '../define.staff.ts';
import type { StaffSignInParts } from './check.staff.ts';

const NO_SUCH = 'This secret is no longer valid: it was used, replaced, or is older than 24 hours. Ask for a new one.';

/**
 * Verifies the secret of an invitation and returns the hash of the new password. Throws `validation` for `secret` and `password`, `rate_limited` after too many wrong secrets, and the errors of `UserPasswords.hash`.
 */
export async function prepareBeginStaffSetUp(
  cx: Cx<VisitorActor>,
  { secret, password }: StaffInput<'beginStaffSetUp'>,
  { passwords, throttle }: StaffSignInParts,
): Promise<string> {
  const network = signInNetwork(cx);
  const now = cx.clock.now();
  const tried = throttle.address(network, now);
  const person = await findStaffInvitation(cx.db, hashSecret(secret), now);
  if (!person) throw invalid('secret', NO_SUCH);
  tried.release();
  requireGoodPassword(cx, { password, email: person.email });
  return passwords.hash(password, network);
}

/**
 * Stores the password and returns a new secret for the authenticator app. Each call replaces both until the set-up is completed. Throws
 * `validation` for `secret`.
 */
export async function beginStaffSetUp(
  cx: MutatingCx<VisitorActor>,
  { secret, prepared: hash }: StaffInput<'beginStaffSetUp'> & Prepared<string>,
  { sealer }: Pick<StaffServices, 'sealer'>,
): Promise<StaffReply<'beginStaffSetUp'>> {
  const { id, email, name } = await holdInvitation(cx, secret);
  const totp = newTotpSecret();
  await updateStaffInvitation(cx.db, id, { password_hash: hash, totp_secret: sealStaffSecret(sealer, id, totp) });
  const text = toBase32(totp);
  return { email, name, secret_key: text, otp_auth_url: otpAuthUrl(text, { issuer: await issuerOf(cx.db), email }) };
}

/**
 * Enables sign-in with both factors and ends the invitation. The code cannot be used again. Throws `validation` for `secret` and `otp`, and
 * `wrong_state` before a password was chosen.
 */
export async function completeStaffSetUp(
  cx: MutatingCx<VisitorActor>,
  { secret, otp }: StaffInput<'completeStaffSetUp'>,
  { sealer }: Pick<StaffServices, 'sealer'>,
): Promise<StaffReply<'completeStaffSetUp'>> {
  const { id, name, password_hash, totp_secret } = await holdInvitation(cx, secret);
  if (password_hash === null || totp_secret === null) throw new Failure('wrong_state', { message: 'Choose a password first.' });
  const now = cx.clock.now();
  const step = matchingStep(openStaffSecret(sealer, id, totp_secret), otp, now);
  if (step === undefined) throw invalid('otp', INVALID_CODE);
  const codes = newRecoveryCodes();
  const row = { staff_id: id, password_hash, totp_secret, last_step: BigInt(step), created_at: now };
  const hashes = codes.map((code) => hashStaffRecoveryCode(sealer, id, code));
  await insertStaffCredentials(cx.db, row, hashes);
  await deleteStaffInvitation(cx.db, id);
  const actor = { kind: 'staff', id, name, accountId: null, userId: null } as const;
  const details = { from: cx.clientAddress ?? '' };
  await audit({ ...cx, actor }, 'completeStaffSetUp', { kind: 'staff', id, accountId: null }, details);
  return { recovery_codes: codes };
}

/** Locks the person and then reads the invitation again, because it may have been used or replaced in the meantime. */
async function holdInvitation(cx: MutatingCx, secret: string) {
  const hash = hashSecret(secret);
  const now = cx.clock.now();
  const found = await findStaffInvitation(cx.db, hash, now);
  if (found) await lockStaff(cx.db, String(found.id));
  const invitation = found && (await findStaffInvitation(cx.db, hash, now));
  if (!invitation) throw invalid('secret', NO_SUCH);
  return invitation;
}
