/** The address of this browser, as the API sees it. */
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from './session.ts';

/** Time in milliseconds after which the address is stale. The API records the address once a minute. */
const STALE_MS = 60_000;

/** Returns the IP address that last used this session, or `null` if unknown. The address changes with the person's network. */
export function useClientAddress(): string | null {
  const { data } = useQuery({ ...sessionQuery, staleTime: STALE_MS, refetchOnWindowFocus: true });
  return data?.session?.last_used_from ?? null;
}
