import { acceptOwnership } from '@innkeeper/operations/members/accept-ownership';
import { deleteMember } from '@innkeeper/operations/members/delete';
import { listMembers } from '@innkeeper/operations/members/list';
import { offerOwnership } from '@innkeeper/operations/members/offer-ownership';
import { updateMember } from '@innkeeper/operations/members/update';
import { withdrawOwnershipOffer } from '@innkeeper/operations/members/withdraw-ownership-offer';
import { presentMember } from '@innkeeper/present/member';
import { page } from '@innkeeper/present/page';
import type { Handlers } from './define.ts';

export const members = {
  listMembers: async (cx, { query }, url) =>
    page(url, query, await listMembers(cx, { page: query.page, perPage: query.per_page }), presentMember),
  updateMember: async (cx, { member, body }) => presentMember(await updateMember(cx, { member, ...body })),
  deleteMember: async (cx, { member }) => void (await deleteMember(cx, { member })),
  offerOwnership: async (cx, { body }) => presentMember(await offerOwnership(cx, body)),
  withdrawOwnershipOffer: async (cx) => void (await withdrawOwnershipOffer(cx)),
  acceptOwnership: async (cx) => presentMember(await acceptOwnership(cx)),
} satisfies Handlers;
