/** The cache of all data that the page has read. Events keep it current, so its data does not become stale by age. */
import { type Query, QueryClient } from '@tanstack/react-query';

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
 * Refetches the visible queries that an event has changed, and marks the others for their next use.
 *
 * A query's first request is not repeated by `invalidateQueries`, although its reply may be older than the event. It is repeated after its
 * reply. The queries are searched once, because each server has one.
 */
export function markStale(predicate: (query: Query) => boolean): void {
  const found = new Set(queryClient.getQueryCache().findAll({ predicate }));
  if (found.size === 0) return;
  for (const { state, promise, queryKey } of found) {
    if (state.data !== undefined || state.fetchStatus === 'idle') continue;
    promise?.then(
      () => queryClient.invalidateQueries({ queryKey, exact: true }),
      // A failed request has no old data.
      () => undefined,
    );
  }
  void queryClient.invalidateQueries({ predicate: (query) => found.has(query) });
}

/** Options for data without events: it is refetched when the person returns to the page. */
export const WITHOUT_EVENTS = { staleTime: 0, refetchOnWindowFocus: true } as const;
