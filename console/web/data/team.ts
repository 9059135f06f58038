/**
 * Queries of members, invitations, and consents to support. Events make members and invitations stale. Offers of ownership have no events,
 * so members are also refetched on focus.
 */
import type { Invitation, Member, SupportAccess } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { queryClient, WITHOUT_EVENTS } from './query.ts';
import { readChoices } from './read-choices.ts';
import { sessionQuery } from './session.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => readChoices<Member>(client.listMembers({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});

/** Query of invitations that are not accepted yet. Roles that do not manage members may not read them. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => readChoices<Invitation>(client.listInvitations({ per_page: 50 })),
});

export const supportAccessQuery = queryOptions({
  queryKey: ['support-access'],
  queryFn: () => readChoices<SupportAccess>(client.listSupportAccess({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});

/** The identity provider of the account, or `null`. */
export const identityProviderQuery = queryOptions({
  queryKey: ['identity-provider'],
  queryFn: async ({ signal }) => (await client.getIdentityProvider({}, { signal })).identity_provider,
  ...WITHOUT_EVENTS,
});

/** Refetches what an operation on members may have changed. The person's own role is part of the session. */
export async function refetchTeam(): Promise<void> {
  const keys = [membersQuery.queryKey, invitationsQuery.queryKey, sessionQuery.queryKey];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
