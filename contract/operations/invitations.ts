import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { AcceptInvitation, CreateInvitation, Invitation, JoinedAccount, JoinWithNewUser } from '../schemas/member.ts';
import { byId, givesAccess, managesMembers } from './paths.ts';

/** Who is asked to join an account, by mail. */
export const invitations = {
  listInvitations: operation({
    method: 'GET',
    path: '/invitations',
    group: 'Invitations',
    title: 'List invitations',
    summary: 'Who was invited and has not accepted yet, also where the invitation has expired.',
    origin: 'ours',
    ability: 'read',
    needs: ['manage-members'],
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Invitation), paginated: true },
    failures: [],
  }),
  createInvitation: operation({
    ...givesAccess,
    group: 'Invitations',
    method: 'POST',
    path: '/invitations',
    title: 'Invite somebody',
    summary:
      'Sends an invitation by mail, which can be accepted once within 7 days. The reply is the same whether the address belongs to a user or not.',
    bodyKind: 'json',
    body: CreateInvitation,
    reply: { status: 201, schema: Invitation },
    failures: ['wrong_state', 'out_of_scope', 'not_supported'],
  }),
  resendInvitation: operation({
    ...givesAccess,
    group: 'Invitations',
    method: 'POST',
    path: '/invitations/{id}/resend',
    title: 'Send an invitation again',
    summary: 'Sends the mail with a new link, which is good for 7 days again. The link of before stops working.',
    ...byId('invitation'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 200, schema: Invitation },
    failures: ['wrong_state', 'out_of_scope', 'not_supported'],
  }),
  deleteInvitation: operation({
    ...managesMembers,
    group: 'Invitations',
    method: 'DELETE',
    path: '/invitations/{id}',
    title: 'Withdraw an invitation',
    summary: 'Withdraws an invitation: its link stops working at once.',
    ...byId('invitation'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: [],
  }),
  acceptInvitation: operation({
    ...managesMembers,
    group: 'Invitations',
    needs: ['self'],
    method: 'POST',
    path: '/invitations/accept',
    title: 'Accept an invitation',
    summary: 'Makes the user of this request, whose address was invited, a member of the account that invited them.',
    bodyKind: 'json',
    body: AcceptInvitation,
    reply: { status: 200, schema: JoinedAccount },
    failures: ['wrong_state'],
  }),
  joinWithNewUser: operation({
    method: 'POST',
    path: '/invitations/join',
    group: 'Invitations',
    title: 'Accept an invitation as a new user',
    summary:
      'Makes a user with the address that was invited, and a member of the account that invited it. Whoever has a user with this address, and is in an account, signs in and accepts the invitation instead; a user who is in none joins, with this password from now on.',
    origin: 'ours',
    ability: 'write',
    needs: ['read'],
    anonymous: true,
    bodyKind: 'json',
    body: JoinWithNewUser,
    reply: { status: 201, schema: JoinedAccount },
    failures: ['wrong_state'],
  }),
};
