/** The address of this browser, as the API sees it. */
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from './session.ts';

/** The API notes the address once a minute. */
const STALE_MS = 60_000;

/** Returns the address that this session came from last, or `null` if it is unknown. A person who changes networks gets another one. */
export function useOwnAddress(): string | null {
  const { data } = useQuery({ ...sessionQuery, staleTime: STALE_MS, refetchOnWindowFocus: true });
  return data?.session?.last_used_from ?? null;
}
