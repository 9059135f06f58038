/** Members of the account, invitations, and consents to support. Events make members and invitations stale. Offers of ownership have none, so members are also read again on focus. */
import type { Invitation, Member, SupportAccess } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { queryClient, WITHOUT_EVENTS } from './query.ts';
import { sessionQuery } from './session.ts';
import { take } from './take.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => take<Member>(client.listMembers({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});

/** Invitations that are not accepted yet. Roles that do not manage members may not read them. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => take<Invitation>(client.listInvitations({ per_page: 50 })),
});

export const supportAccessQuery = queryOptions({
  queryKey: ['support-access'],
  queryFn: () => take<SupportAccess>(client.listSupportAccess({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});

/** The identity provider of the account, or `null`. */
export const identityProviderQuery = queryOptions({
  queryKey: ['identity-provider'],
  queryFn: async ({ signal }) => (await client.getIdentityProvider({}, { signal })).identity_provider,
  ...WITHOUT_EVENTS,
});

/** Reads again what an act on members may have changed. The person's own role is part of the session. */
export async function rereadTeam(): Promise<void> {
  const keys = [membersQuery.queryKey, invitationsQuery.queryKey, sessionQuery.queryKey];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
