/** The ways in which the person signs in. They have no events, so they are read again on focus and after each act. */
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { queryClient, WITHOUT_EVENTS } from './query.ts';
import { sessionQuery } from './session.ts';

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

/** Reads again what an act on this page may have changed. */
export async function rereadSecurity(): Promise<void> {
  await Promise.all(
    [passkeysQuery.queryKey, sessionsQuery.queryKey, sessionQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
