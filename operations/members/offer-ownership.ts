import { loadMember, type Member, putOwnershipOffer } from '@innkeeper/db/tables/members';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { beginMemberChange, nameOfAccount } from '@innkeeper/domain/members/change';
import { requireReference } from '@innkeeper/domain/resources/references';
import { Failure } from '@innkeeper/model/failures';

/**
 * Offers ownership of the account to a member and replaces an earlier offer. Throws `validation` for an unknown member, `not_yours` for a
 * member of another account, `wrong_state` for the owner, and the errors of `beginMemberChange`.
 */
export async function offerOwnership(cx: MutatingCx<Customer>, input: { member_id: number }): Promise<Member> {
  const owner = await beginMemberChange(cx, 'own', 'owner');
  const { id } = await requireReference(cx, 'member', input.member_id, 'member_id');
  const member = await loadMember(cx.db, id);
  if (member.id === owner.id) throw new Failure('wrong_state', { message: 'This member is already the owner.' });
  const { account_id, user_id } = member;
  const now = cx.clock.now();
  const expires_at = new Date(now.getTime() + cx.settings.invitationMs);
  await putOwnershipOffer(cx.db, { account_id, user_id, created_at: now, expires_at });
  await audit(cx, 'offerOwnership', { kind: 'member', id: member.id }, { user_id });
  const user = { id: user_id, email: member.email, language: member.language };
  await queueMailToUser(cx, user, {
    accountId: account_id,
    template: 'ownership-offered',
    data: { account: await nameOfAccount(cx, account_id), owner: owner.name || owner.email, until: expires_at.getTime() },
    dedupeKey: `ownership-offered:${member.id}:${now.getTime()}`,
  });
  return loadMember(cx.db, member.id);
}
