/** Queries of the person's passkeys and sessions. No events report changes, so the queries are refetched on focus and after each change. */
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { queryClient, WITHOUT_EVENTS } from '../../data/query.ts';
import { sessionQuery } from '../../data/session.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await client.listPasskeys({ per_page: 50 }, { signal })).data,
  ...WITHOUT_EVENTS,
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await client.listSessions({ per_page: 50 }, { signal })).data,
  ...WITHOUT_EVENTS,
});

/** Refetches the passkeys, the sessions and the current session after an operation of the security page. */
export async function refetchSecurity(): Promise<void> {
  await Promise.all(
    [passkeysQuery.queryKey, sessionsQuery.queryKey, sessionQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
