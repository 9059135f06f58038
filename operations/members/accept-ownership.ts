import {
  deleteOwnershipOffer,
  findOwnershipOffer,
  loadMember,
  type Member,
  ownerOf,
  setRole,
} from '@innkeeper/db/tables/members';
import { endProviderSessions } from '@innkeeper/db/tables/sessions';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { beginMemberChange, nameOfAccount } from '@innkeeper/domain/members/change';
import { Failure } from '@innkeeper/model/failures';

/**
 * Makes the caller the owner and the previous owner an administrator. Throws `wrong_state` if ownership is not offered to the caller, and
 * the errors of `beginMemberChange`.
 */
export async function acceptOwnership(cx: MutatingCx<Customer>): Promise<Member> {
  const member = await beginMemberChange(cx, 'self');
  const { accountId, userId } = cx.actor;
  const now = cx.clock.now();
  const offer = await findOwnershipOffer(cx.db, { accountId, now });
  if (offer?.user_id !== userId)
    throw new Failure('wrong_state', { message: 'There is no open offer of ownership of this account for you.' });
  const owner = await ownerOf(cx.db, accountId);
  // An account has at most one owner, so the previous owner is demoted first.
  await setRole(cx.db, owner.id, 'admin');
  await setRole(cx.db, member.id, 'owner');
  await deleteOwnershipOffer(cx.db, accountId);
  // Administrators choose the identity provider, so one of them could have opened these sessions. End them before the user owns the
  // account.
  await endProviderSessions(cx.db, { userId, accountId, now });
  await audit(cx, 'acceptOwnership', { kind: 'account', id: accountId }, { before: owner.user_id, after: userId });
  const account = await nameOfAccount(cx, accountId);
  const data = { account, before: owner.name || owner.email, after: member.name || member.email };
  for (const { user_id, email, language } of [owner, member])
    await queueMailToUser(
      cx,
      { id: user_id, email, language },
      { accountId, template: 'ownership-transferred', data, dedupeKey: `ownership:${accountId}:${now.getTime()}:${user_id}` },
    );
  return loadMember(cx.db, member.id);
}
