import { revokeStaffTokens } from '@innkeeper/db/tables/staff';
import type { StaffActor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireStaffSession } from './view.staff.ts';

/** Signs out. Accesses to accounts that the session has opened end, too. Throws `wrong_state` for a caller with a token. */
export async function deleteStaffSession(cx: MutatingCx<StaffActor>): Promise<{ id: number }> {
  const id = requireStaffSession(cx.actor);
  await revokeStaffTokens(cx.db, { id }, cx.clock.now());
  await audit(cx, 'deleteStaffSession', { kind: 'staff_token', id, accountId: null });
  return { id };
}
