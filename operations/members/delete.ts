import { deleteMembership, loadMember } from '@innkeeper/db/tables/members';
import { requireAbility } from '@innkeeper/domain/access/roles';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange, nameOfAccount, notifyOfRole } from '@innkeeper/domain/members/change';
import { Failure } from '@innkeeper/model/failures';

/**
 * Ends a membership and its tokens. Callers can remove themselves, or others if they manage members. Throws `wrong_state` for the owner,
 * and the errors of `beginMemberChange`.
 */
export async function deleteMember(cx: MutatingCx<Customer>, { member: { id } }: { member: { id: number } }): Promise<void> {
  const caller = await beginMemberChange(cx, 'self');
  const member = await loadMember(cx.db, id);
  if (caller.id !== id) requireAbility({ ...cx, actor: { ...cx.actor, role: caller.role } }, 'manage-members');
  if (member.role === 'owner')
    throw new Failure('wrong_state', { message: 'The owner cannot be removed. Transfer the ownership to another member first.' });
  await deleteMembership(cx.db, id);
  await audit(cx, 'deleteMember', { kind: 'member', id }, { user_id: member.user_id, role: member.role });
  await notifyOfRole(cx, { member, account: await nameOfAccount(cx, member.account_id), role: null });
}
