import { endSupportGrant } from '@innkeeper/db/tables/support-access';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { Failure } from '@innkeeper/model/failures';

/**
 * Ends a consent at once, because each support request checks that its consent is valid. Throws the errors of `beginMemberChange`, and
 * `wrong_state` if the consent has already ended.
 */
export async function deleteSupportAccess(
  cx: MutatingCx<Customer>,
  { supportGrant: { id } }: { supportGrant: { id: number } },
): Promise<void> {
  await beginMemberChange(cx, 'manage-members');
  if (!(await endSupportGrant(cx.db, id, cx.clock.now())))
    throw new Failure('wrong_state', { message: 'This consent has already ended.' });
  await audit(cx, 'deleteSupportAccess', { kind: 'support_grant', id });
}
