import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { revokeStaffTokens } from '@innkeeper/db/tables/staff';
import { deleteStaffSignIn, insertStaffInvitation } from '@innkeeper/db/tables/staff-sign-in';
import { audit } from '@innkeeper/domain/audit';
import { requireStaff } from '@innkeeper/domain/staff/find';
import { Failure } from '@innkeeper/model/failures';
import { STAFF_INVITATION_MS } from '@innkeeper/model/staff';
import type { OperatorCx } from '../context.ts';

/**
 * Invites a person to set up sign-in, also after the loss of the app or the password. Ends the previous credentials, sessions and
 * invitation. Tokens stay valid, because programs use them.
 *
 * Only this reply contains the secret. Throws `wrong_state` for a disabled person.
 */
export async function inviteStaff(
  cx: OperatorCx,
  { person }: OperatorInput<'inviteStaff'>,
): Promise<OperatorResult<'inviteStaff'>> {
  const { id, email, role, disabled_at } = await requireStaff(cx, person);
  if (disabled_at) throw new Failure('wrong_state', { message: `${email} is disabled. Enable this person first.` });
  const now = cx.clock.now();
  const ended = await revokeStaffTokens(cx.db, { sessionsOf: id }, now);
  await deleteStaffSignIn(cx.db, id);
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + STAFF_INVITATION_MS);
  await insertStaffInvitation(cx.db, {
    staff_id: id,
    secret_hash: hashSecret(secret),
    created_at: now,
    expires_at: expiresAt,
  });
  await audit(cx, 'inviteStaff', { kind: 'staff', id, accountId: null }, { ended: ended.length });
  return { secret, id, email, role, expires_at: expiresAt, ended: ended.length };
}
