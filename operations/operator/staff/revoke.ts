import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { revokeStaffTokens } from '@innkeeper/db/tables/staff';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';

/** Revokes a token or session of the staff. Throws `not_found` also if it is already revoked. */
export async function revokeStaff(
  cx: OperatorCx,
  { token }: OperatorInput<'revokeStaff'>,
): Promise<OperatorResult<'revokeStaff'>> {
  const [revoked] = await revokeStaffTokens(cx.db, { id: token }, cx.clock.now());
  if (!revoked) throw new Failure('not_found', { message: `Staff token ${token} does not exist or is no longer valid.` });
  const { id, email, staffId } = revoked;
  await audit(cx, 'revokeStaff', { kind: 'staff_token', id, accountId: null }, { staff: staffId });
  return { id, email };
}
