/** The cache of all data that the page has read. Events keep it current, so its data does not become stale by age. */
import { QueryClient } from '@tanstack/react-query';

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

/** Options for data without events: it is refetched when the person returns to the page. */
export const WITHOUT_EVENTS = { staleTime: 0, refetchOnWindowFocus: true } as const;
