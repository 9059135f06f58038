import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { AcceptInvitation, CreateInvitation, Invitation, JoinedAccount, JoinWithNewUser } from '../schemas/member.ts';
import { accessGrant, byId, memberChange } from './paths.ts';

/** Invitations to join an account, sent by email. */
export const invitations = {
  listInvitations: operation({
    method: 'GET',
    path: '/invitations',
    group: 'Invitations',
    title: 'List invitations',
    summary: 'Lists invitations that are not accepted yet, expired ones included.',
    origin: 'ours',
    ability: 'read',
    needs: ['manage-members'],
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Invitation), paginated: true },
    failures: [],
  }),
  createInvitation: operation({
    ...accessGrant,
    group: 'Invitations',
    method: 'POST',
    path: '/invitations',
    title: 'Invite somebody',
    summary:
      'Sends an invitation by email. The invitation can be accepted once within 7 days. The reply does not reveal whether a user has the address.',
    bodyKind: 'json',
    body: CreateInvitation,
    reply: { status: 201, schema: Invitation },
    failures: ['wrong_state', 'out_of_scope', 'not_supported'],
  }),
  resendInvitation: operation({
    ...accessGrant,
    group: 'Invitations',
    method: 'POST',
    path: '/invitations/{id}/resend',
    title: 'Send an invitation again',
    summary: 'Resends the invitation with a new link, valid for 7 days. The previous link is no longer valid.',
    ...byId('invitation'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 200, schema: Invitation },
    failures: ['wrong_state', 'out_of_scope', 'not_supported'],
  }),
  deleteInvitation: operation({
    ...memberChange,
    group: 'Invitations',
    method: 'DELETE',
    path: '/invitations/{id}',
    title: 'Withdraw an invitation',
    summary: 'Withdraws an invitation. Its link is no longer valid.',
    ...byId('invitation'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: [],
  }),
  acceptInvitation: operation({
    ...memberChange,
    group: 'Invitations',
    needs: ['self'],
    method: 'POST',
    path: '/invitations/accept',
    title: 'Accept an invitation',
    summary: 'Adds the user of this request, whose address was invited, to the account of the invitation.',
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
      'Creates a user with the invited address, and adds the user to the account of the invitation. An existing user who is a member of an account must sign in and accept the invitation instead. An existing user without an account joins, and this password replaces the previous one.',
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
