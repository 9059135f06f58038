import { loadMember, type Member, setRole } from '@innkeeper/db/tables/members';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange, nameOfAccount, notifyOfRole } from '@innkeeper/domain/members/change';
import { Failure } from '@innkeeper/model/failures';
import type { Role } from '@innkeeper/model/roles';

/** Changes the role of a member at once. Throws `wrong_state` for the owner, and the errors of `beginMemberChange`. */
export async function updateMember(
  cx: MutatingCx<Customer>,
  { member: { id }, role }: { member: { id: number }; role: Exclude<Role, 'owner'> },
): Promise<Member> {
  await beginMemberChange(cx, 'manage-members', role);
  const before = await loadMember(cx.db, id);
  if (before.role === 'owner')
    throw new Failure('wrong_state', {
      message: 'The role of the owner cannot be changed. Transfer the ownership to another member first.',
    });
  if (before.role === role) return before;
  await setRole(cx.db, id, role);
  await audit(cx, 'updateMember', { kind: 'member', id }, { user_id: before.user_id, before: before.role, role });
  await notifyOfRole(cx, { member: before, account: await nameOfAccount(cx, before.account_id), role });
  return loadMember(cx.db, id);
}
