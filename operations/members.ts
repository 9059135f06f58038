/** Members of an account, their roles, and the transfer of its ownership. */
import {
  deleteMembership,
  deleteOwnershipOffer,
  findOwnershipOffer,
  loadMember,
  ownerOf,
  pageOfMembers,
  putOwnershipOffer,
  setRole,
} from '@innkeeper/db/tables/members';
import { endProviderSessions } from '@innkeeper/db/tables/sessions';
import { requireAbility } from '@innkeeper/domain/access/roles';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { beginMemberChange, nameOfAccount, notifyOfRole } from '@innkeeper/domain/members/change';
import { requireReference } from '@innkeeper/domain/resources/references';
import { Failure } from '@innkeeper/model/failures';
import { presentMember } from '@innkeeper/present/member';
import { page, pageRequest } from '@innkeeper/present/page';
import type { Input, Reply } from './define.ts';

/** Lists the account's members in the order in which they joined. */
export async function listMembers(cx: RequestCx, { query }: Input<'listMembers'>): Promise<Reply<'listMembers'>> {
  const members = await pageOfMembers(cx.db, { ...pageRequest(query), accountId: cx.actor.accountId });
  return page(cx.url, query, members, presentMember);
}

/** Changes the role of a member at once. Throws `wrong_state` for the owner, and the errors of `beginMemberChange`. */
export async function updateMember(
  cx: MutatingCx<Customer>,
  { member: { id }, body: { role } }: Input<'updateMember'>,
): Promise<Reply<'updateMember'>> {
  await beginMemberChange(cx, 'manage-members', role);
  const before = await loadMember(cx.db, id);
  if (before.role === 'owner')
    throw new Failure('wrong_state', {
      message: 'The role of the owner cannot be changed. Transfer the ownership to another member first.',
    });
  if (before.role === role) return presentMember(before);
  await setRole(cx.db, id, role);
  await audit(cx, 'updateMember', { kind: 'member', id }, { user_id: before.user_id, before: before.role, role });
  await notifyOfRole(cx, { member: before, account: await nameOfAccount(cx, before.account_id), role });
  return presentMember(await loadMember(cx.db, id));
}

/**
 * Ends a membership and its tokens. Callers can remove themselves, or others if they manage members. Throws `wrong_state` for the owner,
 * and the errors of `beginMemberChange`.
 */
export async function deleteMember(cx: MutatingCx<Customer>, { member: { id } }: Input<'deleteMember'>): Promise<void> {
  const caller = await beginMemberChange(cx, 'self');
  const member = await loadMember(cx.db, id);
  if (caller.id !== id) requireAbility({ ...cx, actor: { ...cx.actor, role: caller.role } }, 'manage-members');
  if (member.role === 'owner')
    throw new Failure('wrong_state', { message: 'The owner cannot be removed. Transfer the ownership to another member first.' });
  await deleteMembership(cx.db, id);
  await audit(cx, 'deleteMember', { kind: 'member', id }, { user_id: member.user_id, role: member.role });
  await notifyOfRole(cx, { member, account: await nameOfAccount(cx, member.account_id), role: null });
}

/**
 * Offers ownership of the account to a member and replaces an earlier offer. Throws `validation` for an unknown member, `not_yours` for a
 * member of another account, `wrong_state` for the owner, and the errors of `beginMemberChange`.
 */
export async function offerOwnership(
  cx: MutatingCx<Customer>,
  { body }: Input<'offerOwnership'>,
): Promise<Reply<'offerOwnership'>> {
  const owner = await beginMemberChange(cx, 'own', 'owner');
  const { id } = await requireReference(cx, 'member', body.member_id, 'member_id');
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
  return presentMember(await loadMember(cx.db, member.id));
}

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

/**
 * Makes the caller the owner and the previous owner an administrator. Throws `wrong_state` if ownership is not offered to the caller, and
 * the errors of `beginMemberChange`.
 */
export async function acceptOwnership(cx: MutatingCx<Customer>): Promise<Reply<'acceptOwnership'>> {
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
  return presentMember(await loadMember(cx.db, member.id));
}
