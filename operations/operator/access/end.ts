import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { endSupportAccesses } from '@innkeeper/db/tables/support-access';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';

/**
 * Ends a staff member's access to an account. Every caller may end every access, because ending one does no harm. Throws `not_found` also
 * for an access that has ended.
 */
export async function endAccess(cx: OperatorCx, { access }: OperatorInput<'endAccess'>): Promise<OperatorResult<'endAccess'>> {
  const [ended] = await endSupportAccesses(cx.db, { id: access }, cx.clock.now());
  if (!ended) throw new Failure('not_found', { message: `Access ${access} does not exist or is not open.` });
  const { id, accountId, name } = ended;
  await audit(cx, 'endAccess', { kind: 'support_access', id, accountId }, { staff: name });
  return { id, account: accountId, person: name };
}
