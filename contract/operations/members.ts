import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { Member, OfferOwnership, UpdateMember } from '../schemas/member.ts';
import { byId, givesAccess, managesMembers } from './paths.ts';

/** The users of an account. What gives more power than a bounded token has is refused to it. */
export const members = {
  listMembers: operation({
    method: 'GET',
    path: '/members',
    group: 'Members',
    title: 'List members',
    summary: 'The users of the account with their roles, the one who joined first at the top.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Member), paginated: true },
    failures: [],
  }),
  updateMember: operation({
    ...givesAccess,
    method: 'PATCH',
    path: '/members/{id}',
    title: 'Change the role of a member',
    summary: 'Changes what a member may do, at once and with every token of theirs. The owner stays the owner.',
    ...byId('member'),
    locks: null,
    bodyKind: 'json',
    body: UpdateMember,
    reply: { status: 200, schema: Member },
    failures: ['wrong_state', 'out_of_scope'],
  }),
  deleteMember: operation({
    ...managesMembers,
    needs: ['self'],
    method: 'DELETE',
    path: '/members/{id}',
    title: 'Remove a member',
    summary:
      'Removes a member, or oneself: their tokens and sessions for this account end at once. Others are removed by who manages members; the owner stays.',
    ...byId('member'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['wrong_state', 'insufficient_role', 'out_of_scope'],
  }),
  offerOwnership: operation({
    ...givesAccess,
    needs: ['own'],
    method: 'POST',
    path: '/ownership-offer',
    title: 'Offer the ownership',
    summary: 'Offers the account to a member, who may accept it within 7 days. Another offer takes the place of the one before.',
    bodyKind: 'json',
    body: OfferOwnership,
    references: { member_id: 'member' },
    reply: { status: 200, schema: Member },
    failures: ['wrong_state', 'not_yours', 'out_of_scope'],
  }),
  withdrawOwnershipOffer: operation({
    ...managesMembers,
    needs: ['self'],
    method: 'DELETE',
    path: '/ownership-offer',
    title: 'Withdraw or decline the ownership',
    summary: 'Ends the offer of the ownership: by the owner, or by the member to whom it was made.',
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['wrong_state', 'insufficient_role'],
  }),
  acceptOwnership: operation({
    ...givesAccess,
    needs: ['self'],
    method: 'POST',
    path: '/ownership-offer/accept',
    title: 'Accept the ownership',
    summary:
      'Makes the user of this request the owner of the account, if it was offered to them. The owner of before is an administrator from then on.',
    bodyKind: 'none',
    reply: { status: 200, schema: Member },
    failures: ['wrong_state', 'out_of_scope'],
  }),
};
