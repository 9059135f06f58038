import type { StaffActor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { type CheckedStaff, verifyBothFactors } from './check.staff.ts';
import { loadStaffSession, requireStaffSession, type StaffSession } from './view.staff.ts';

/**
 * Confirms the identity of the session's person. `checked` is the result for the caller's own id. Returns the failure `wrong_credentials`
 * for every reason. Throws `wrong_state` for a caller with a token.
 */
export async function confirmStaffSession(
  cx: MutatingCx<StaffActor>,
  input: { checked: CheckedStaff; otp: string; sealer: Sealer },
): Promise<{ session: StaffSession } | { refused: Failure }> {
  const id = requireStaffSession(cx.actor);
  if (!(await verifyBothFactors(cx, 'confirmStaffSession', input))) return { refused: new Failure('wrong_credentials') };
  const { numUpdatedRows } = await cx.db
    .updateTable('staff_tokens')
    .set({ authenticated_at: cx.clock.now() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('unauthenticated');
  await audit(cx, 'confirmStaffSession', { kind: 'staff_token', id, accountId: null });
  return { session: await loadStaffSession(cx.db, id) };
}
