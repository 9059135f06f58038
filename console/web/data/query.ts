/** The cache of all data that the page has read. Events keep it current, so its data does not become stale by age. */
import { notifyManager, type Query, QueryClient } from '@tanstack/react-query';

const CACHE_TTL_MS = 10 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: CACHE_TTL_MS,
      // The API client retries what can be retried.
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { retry: false },
  },
});

// Events update these entries in place. Lists store only their ids, so most entries have no observer that would keep them.
queryClient.setQueryDefaults(['server-summary'], { gcTime: Number.POSITIVE_INFINITY });
queryClient.setQueryDefaults(['operation'], { gcTime: Number.POSITIVE_INFINITY });

/** Removes an entry that no event will change again, after a time in which no page shows it. */
export function discardLater(queryKey: readonly unknown[]): void {
  setTimeout(() => queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' }), CACHE_TTL_MS);
}

/**
 * Refetches the visible queries that an event has changed, and marks the others for their next use. An account with 10,000 servers has as
 * many queries. So they are searched once, where `invalidateQueries` searches them twice.
 */
export function markStale(isStale: (queryKey: readonly unknown[]) => boolean): void {
  notifyManager.batch(() => {
    for (const query of queryClient.getQueryCache().getAll()) if (isStale(query.queryKey)) refetchStale(query);
  });
}

/**
 * Refetches a query. `invalidateQueries` does not repeat a first request, although its reply may be older than the event. Here it is repeated
 * after its reply.
 */
function refetchStale(query: Query): void {
  const { data, fetchStatus } = query.state;
  if (data === undefined && fetchStatus !== 'idle') {
    query.promise?.then(
      () => refetchStale(query),
      // A failed request has no old data.
      () => undefined,
    );
    return;
  }
  if (query.isStatic()) return;
  query.invalidate();
  // The query shows its error itself.
  if (query.isActive() && !query.isDisabled()) query.fetch(undefined, { cancelRefetch: true }).catch(() => undefined);
}

/** Time in milliseconds in which a page does not repeat what its `load` has read. */
const JUST_READ_MS = 2_000;

/** Returns whether a part that appears reads a stale query again. `load` always does. */
export const refetchUnlessJustRead = ({ state }: { state: { isInvalidated: boolean; dataUpdatedAt: number } }): boolean =>
  state.isInvalidated || Date.now() - state.dataUpdatedAt > JUST_READ_MS;

/**
 * Options for data without events: it is refetched when a page is opened, and when the person returns. `always`, because a query that
 * suspends is never stale in its first second (TanStack Query sets its `staleTime` to at least 1,000 ms).
 */
export const WITHOUT_EVENTS = {
  staleTime: 0,
  refetchOnMount: refetchUnlessJustRead,
  refetchOnWindowFocus: 'always',
} as const;
