import { deleteOwnershipOffer, findOwnershipOffer } from '@innkeeper/db/tables/members';
import { requireAbility } from '@innkeeper/domain/access/roles';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { Failure } from '@innkeeper/model/failures';

/**
 * Withdraws the ownership offer, for the owner or the member who received it. Throws `wrong_state` if there is no offer, and the errors of
 * `beginMemberChange`.
 */
export async function withdrawOwnershipOffer(cx: MutatingCx<Customer>): Promise<void> {
  const caller = await beginMemberChange(cx, 'self');
  const { accountId, userId } = cx.actor;
  const offer = await findOwnershipOffer(cx.db, { accountId, now: cx.clock.now() });
  if (offer?.user_id !== userId) requireAbility({ ...cx, actor: { ...cx.actor, role: caller.role } }, 'own');
  if (!offer) throw new Failure('wrong_state', { message: 'There is no open offer of ownership of this account.' });
  await deleteOwnershipOffer(cx.db, accountId);
  await audit(cx, 'withdrawOwnershipOffer', { kind: 'account', id: accountId }, { user_id: offer.user_id });
}
