import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { revokeStaffTokens } from '@innkeeper/db/tables/staff';
import { deleteStaffSignIn } from '@innkeeper/db/tables/staff-sign-in';
import { endSupportAccesses } from '@innkeeper/db/tables/support-access';
import { audit } from '@innkeeper/domain/audit';
import { requireStaff } from '@innkeeper/domain/staff/find';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { loadStaff } from './find.ts';

/**
 * Disables a person. Ends their tokens, sessions, accesses to accounts and credentials permanently, because someone else may have them when
 * the person is enabled again.
 */
export async function disableStaff(
  cx: OperatorCx,
  { person }: OperatorInput<'disableStaff'>,
): Promise<OperatorResult<'disableStaff'>> {
  const { id, name, disabled_at } = await requireStaff(cx, person);
  if (disabled_at) throw new Failure('wrong_state', { message: `${name} is already disabled.` });
  const now = cx.clock.now();
  await cx.db.updateTable('staff').set({ disabled_at: now }).where('id', '=', id).execute();
  const revoked = await revokeStaffTokens(cx.db, { staffId: id }, now);
  await endSupportAccesses(cx.db, { staffId: id }, now);
  await deleteStaffSignIn(cx.db, id);
  await audit(cx, 'disableStaff', { kind: 'staff', id, accountId: null }, { tokens: revoked.length });
  return loadStaff(cx, id);
}
