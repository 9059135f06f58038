import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { Member, OfferOwnership, UpdateMember } from '../schemas/member.ts';
import { accessGrant, byId, memberChange } from './paths.ts';

/** Users of an account. A server-scoped token cannot use operations that grant more rights than the token has. */
export const members = {
  listMembers: operation({
    method: 'GET',
    path: '/members',
    group: 'Members',
    title: 'List members',
    summary: 'Lists the users of the account with their roles, in the order in which they joined.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Member), paginated: true },
    failures: [],
  }),
  updateMember: operation({
    ...accessGrant,
    method: 'PATCH',
    path: '/members/{id}',
    title: 'Change the role of a member',
    summary:
      "Changes the role of a member. The change takes effect immediately, also for the member's tokens. The role of the owner cannot be changed.",
    ...byId('member'),
    locks: null,
    changesAccess: true,
    bodyKind: 'json',
    body: UpdateMember,
    reply: { status: 200, schema: Member },
    failures: ['wrong_state', 'out_of_scope'],
  }),
  deleteMember: operation({
    ...memberChange,
    needs: ['self'],
    method: 'DELETE',
    path: '/members/{id}',
    title: 'Remove a member',
    summary:
      'Removes a member, or the user of this request, and ends their tokens and sessions for this account immediately. To remove others, the role must allow managing members. The owner cannot be removed.',
    ...byId('member'),
    locks: null,
    changesAccess: true,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['wrong_state', 'insufficient_role', 'out_of_scope'],
  }),
  offerOwnership: operation({
    ...accessGrant,
    needs: ['own'],
    method: 'POST',
    path: '/ownership-offer',
    title: 'Offer the ownership',
    summary:
      'Offers the ownership of the account to a member, who can accept it within 7 days. A new offer replaces the previous one.',
    changesAccess: true,
    bodyKind: 'json',
    body: OfferOwnership,
    references: { member_id: 'member' },
    reply: { status: 200, schema: Member },
    failures: ['wrong_state', 'not_yours', 'out_of_scope'],
  }),
  withdrawOwnershipOffer: operation({
    ...memberChange,
    needs: ['self'],
    method: 'DELETE',
    path: '/ownership-offer',
    title: 'Withdraw or decline the ownership',
    summary: 'Withdraws or declines the offer of ownership. The owner and the member with the offer can do this.',
    changesAccess: true,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['wrong_state', 'insufficient_role'],
  }),
  acceptOwnership: operation({
    ...accessGrant,
    needs: ['self'],
    method: 'POST',
    path: '/ownership-offer/accept',
    title: 'Accept the ownership',
    summary:
      'Makes the user of this request the owner of the account, if there is an offer for this user. The previous owner becomes an administrator.',
    changesAccess: true,
    bodyKind: 'none',
    reply: { status: 200, schema: Member },
    failures: ['wrong_state', 'out_of_scope'],
  }),
};
