/** Decides whether a failed call is tried again, and when. */
import { ApiError } from './api-error.ts';

/** With a longer Retry-After the call fails at once, and the caller decides. */
export const LONGEST_WAIT = 60_000;
const FIRST_BACKOFF = 250;
const LONGEST_BACKOFF = 8_000;
/** The pause before another attempt at a lock, when the API names none. Most locks last for seconds. */
const LOCK_WAIT = 1_000;

export interface RetryState {
  /** How many attempts have failed. */
  failures: number;
  /** How many failed attempts are tried again. */
  retries: number;
  /** True if only a refusal of the API says that nothing was done. Default: false. */
  once?: boolean;
  /** Milliseconds left to wait for a lock. */
  lockLeft: number;
  /** A random number from 0 to 1, for jitter. */
  random: number;
}

/** Milliseconds to wait before the next attempt, or undefined when the failure is final. */
export function delayBefore(
  error: unknown,
  { failures, retries, once = false, lockLeft, random }: RetryState,
): number | undefined {
  if (error instanceof ApiError && error.status === 423) {
    const wait = asked(error) ?? LOCK_WAIT;
    return lockLeft > 0 ? Math.min(wait, lockLeft) : undefined;
  }
  if (failures > retries || !isPassing(error)) return undefined;
  if (once && !(error instanceof ApiError)) return undefined;
  const wait = error instanceof ApiError ? asked(error) : undefined;
  if (wait === undefined) return random * Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** failures);
  return wait <= LONGEST_WAIT ? wait : undefined;
}

const asked = ({ retryAfter }: ApiError): number | undefined => (retryAfter === undefined ? undefined : retryAfter * 1000);

/** Codes of status 409 after which the same request may succeed. */
const LATER: ReadonlySet<string> = new Set(['idempotency_running', 'not_ready']);

/** Whether the network failed (`fetch` then throws a TypeError), or the API says that the same request may succeed later. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError || isTimeout(error);
  return error.status === 429 || error.status === 503 || LATER.has(error.code);
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';
