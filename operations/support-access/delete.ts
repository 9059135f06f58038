import { endSupportGrant } from '@innkeeper/db/tables/support-access';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { Failure } from '@innkeeper/model/failures';

/** At once: each request of support asks whether its consent holds. Throws what `beginMemberChange` throws, and `wrong_state` for one that has ended. */
export async function deleteSupportAccess(
  cx: MutatingCx<Customer>,
  { supportGrant: { id } }: { supportGrant: { id: number } },
): Promise<void> {
  await beginMemberChange(cx, 'manage-members');
  if (!(await endSupportGrant(cx.db, id, cx.clock.now())))
    throw new Failure('wrong_state', { message: 'This consent has already ended.' });
  await audit(cx, 'deleteSupportAccess', { kind: 'support_grant', id });
}
