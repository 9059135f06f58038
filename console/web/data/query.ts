/** The cache of everything that the page has read. Events keep it current, so nothing in it grows old by time. */
import { QueryClient } from '@tanstack/react-query';

const KEPT_MS = 10 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: KEPT_MS,
      // The client of the API repeats what can be repeated.
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { retry: false },
  },
});

// Events change these entries in place. A list keeps their ids alone, so most of them have no observer that would keep them.
queryClient.setQueryDefaults(['server-summary'], { gcTime: Number.POSITIVE_INFINITY });
queryClient.setQueryDefaults(['operation'], { gcTime: Number.POSITIVE_INFINITY });

/** Removes an entry that no event will change again, once no page shows it. */
export function discardLater(queryKey: readonly unknown[]): void {
  setTimeout(() => queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' }), KEPT_MS);
}

/** For data without events: it is read again when somebody returns to the page. */
export const WITHOUT_EVENTS = { staleTime: 0, refetchOnWindowFocus: true } as const;
