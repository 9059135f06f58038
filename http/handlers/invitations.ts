import { acceptInvitation } from '@innkeeper/operations/invitations/accept';
import { createInvitation } from '@innkeeper/operations/invitations/create';
import { deleteInvitation } from '@innkeeper/operations/invitations/delete';
import { joinWithNewUser } from '@innkeeper/operations/invitations/join';
import { listInvitations } from '@innkeeper/operations/invitations/list';
import { resendInvitation } from '@innkeeper/operations/invitations/resend';
import { presentInvitation, presentJoined } from '@innkeeper/present/member';
import { page } from '@innkeeper/present/page';
import type { Handlers } from './define.ts';

export const invitations = {
  listInvitations: async (cx, { query }, url) =>
    page(url, query, await listInvitations(cx, { page: query.page, perPage: query.per_page }), presentInvitation),
  createInvitation: async (cx, { body }) => presentInvitation(await createInvitation(cx, body)),
  resendInvitation: async (cx, { invitation }) => presentInvitation(await resendInvitation(cx, { invitation })),
  deleteInvitation: async (cx, { invitation }) => void (await deleteInvitation(cx, { invitation })),
  acceptInvitation: async (cx, { body }) => presentJoined(await acceptInvitation(cx, body)),
  joinWithNewUser: async (cx, { body: { secret, name }, prepared: hash }) =>
    presentJoined(await joinWithNewUser(cx, { secret, name, hash })),
} satisfies Handlers;
