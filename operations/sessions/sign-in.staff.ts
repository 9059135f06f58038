/** Sign-in of staff with password and code, and what a session can do with itself. */
import { revokeStaffTokens } from '@innkeeper/db/tables/staff';
import type { StaffActor, VisitorActor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';
import { AfterCommit, CommittedFailure, WithHeaders } from '@innkeeper/present/reply';
import { NO_STAFF_COOKIE, staffCookie, staffSessionIn } from '@innkeeper/present/session-cookie.staff';
import type { Prepared, SignInReply, StaffInput, StaffReply, StaffServices } from '../define.staff.ts';
import { type CheckedStaff, checkStaffPassword, type StaffSignInParts, verifyBothFactors } from './check.staff.ts';
import { startStaffSession } from './start.staff.ts';
import { loadStaffSession, requireStaffSession } from './view.staff.ts';

interface PreparedSignIn {
  checked: CheckedStaff;
  /** SHA-256 of the secret of the browser's previous session. */
  replaces: Buffer | undefined;
}

/** Verifies the password. Throws the errors of `checkStaffPassword`. */
export async function prepareCreateStaffSession(
  cx: Cx<VisitorActor>,
  { email, password }: StaffInput<'createStaffSession'>,
  services: StaffSignInParts,
  cookies: string | undefined,
): Promise<PreparedSignIn> {
  return { checked: await checkStaffPassword(cx, { email, password }, services), replaces: staffSessionIn(cookies) };
}

/**
 * Opens a session after the right password and code, and ends the browser's previous session. Returns the failure `wrong_credentials` for
 * every reason.
 */
export async function createStaffSession(
  cx: MutatingCx<VisitorActor>,
  { otp, prepared: { checked, replaces } }: StaffInput<'createStaffSession'> & Prepared<PreparedSignIn>,
  { sealer }: Pick<StaffServices, 'sealer'>,
): Promise<SignInReply<'createStaffSession'>> {
  const person = await verifyBothFactors(cx, 'createStaffSession', { checked, otp, sealer });
  if (!person) return new CommittedFailure(new Failure('wrong_credentials'));
  const { session, secret } = await startStaffSession(cx, { person, replaces });
  return new AfterCommit(new WithHeaders(session, { 'set-cookie': staffCookie(secret) }), () => checked.release());
}

/** Returns the session of the caller. Throws `wrong_state` for a caller with a token. */
export function showStaffSession(cx: Cx<StaffActor>): Promise<StaffReply<'showStaffSession'>> {
  return loadStaffSession(cx.db, requireStaffSession(cx.actor));
}

/** Verifies the caller's password. Throws `wrong_state` for a caller with a token, and the errors of `checkStaffPassword`. */
export async function prepareConfirmStaffSession(
  cx: Cx<StaffActor>,
  { password }: StaffInput<'confirmStaffSession'>,
  services: StaffSignInParts,
): Promise<CheckedStaff> {
  requireStaffSession(cx.actor);
  return checkStaffPassword(cx, { password, id: cx.actor.id }, services);
}

/**
 * Confirms the identity of the session's person. Returns the failure `wrong_credentials` for every reason. Throws `wrong_state` for a
 * caller with a token.
 */
export async function confirmStaffSession(
  cx: MutatingCx<StaffActor>,
  { otp, prepared: checked }: StaffInput<'confirmStaffSession'> & Prepared<CheckedStaff>,
  { sealer }: Pick<StaffServices, 'sealer'>,
): Promise<SignInReply<'confirmStaffSession'>> {
  const id = requireStaffSession(cx.actor);
  if (!(await verifyBothFactors(cx, 'confirmStaffSession', { checked, otp, sealer })))
    return new CommittedFailure(new Failure('wrong_credentials'));
  const { numUpdatedRows } = await cx.db
    .updateTable('staff_tokens')
    .set({ authenticated_at: cx.clock.now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('unauthenticated');
  await audit(cx, 'confirmStaffSession', { kind: 'staff_token', id, accountId: null });
  return new AfterCommit(await loadStaffSession(cx.db, id), () => checked.release());
}

/** Signs out. Accesses to accounts that the session has opened end, too. Throws `wrong_state` for a caller with a token. */
export async function deleteStaffSession(cx: MutatingCx<StaffActor>): Promise<SignInReply<'deleteStaffSession'>> {
  const id = requireStaffSession(cx.actor);
  await revokeStaffTokens(cx.db, { id }, cx.clock.now());
  await audit(cx, 'deleteStaffSession', { kind: 'staff_token', id, accountId: null });
  return new WithHeaders({ id }, { 'set-cookie': NO_STAFF_COOKIE });
}
