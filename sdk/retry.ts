/** Decides whether and when a failed call is retried. */
import { ApiError } from './api-error.ts';

/** Default of the longest accepted Retry-After in milliseconds. If the API requests a longer wait, the call fails, and the caller decides. */
export const MAX_WAIT_MS = 60_000;
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8_000;
/** Default wait in milliseconds before a call to a locked resource is retried. Most locks last for seconds. */
const LOCK_WAIT_MS = 1_000;

export interface RetryState {
  /** Number of failed attempts. */
  failures: number;
  /** Maximum number of retries. */
  retries: number;
  /** Longest accepted Retry-After in milliseconds. */
  maxWaitMs: number;
  /** True if the call must not be retried after a lost reply, because the call may have succeeded. */
  isSentOnce?: boolean;
  /** Time in milliseconds that is left to wait for a lock. */
  lockWaitLeftMs: number;
  /** Random number from 0 to 1, for jitter. */
  random: number;
}

/** Returns the milliseconds to wait before the next attempt, or `undefined` if the failure is final. */
export function delayBefore(
  error: unknown,
  { failures, retries, maxWaitMs, isSentOnce = false, lockWaitLeftMs, random }: RetryState,
): number | undefined {
  if (error instanceof ApiError && error.status === 423) {
    const wait = requestedWaitMs(error) ?? LOCK_WAIT_MS;
    return lockWaitLeftMs > 0 ? Math.min(wait, lockWaitLeftMs) : undefined;
  }
  if (failures > retries || !isTransient(error)) return undefined;
  if (isSentOnce && !(error instanceof ApiError)) return undefined;
  const wait = error instanceof ApiError ? requestedWaitMs(error) : undefined;
  if (wait === undefined) return random * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures);
  return wait <= maxWaitMs ? wait : undefined;
}

const requestedWaitMs = ({ retryAfter }: ApiError): number | undefined =>
  retryAfter === undefined ? undefined : retryAfter * 1000;

/** Codes of status 409 after which the same request may succeed. */
const RETRYABLE_CODES: ReadonlySet<string> = new Set(['idempotency_running', 'not_ready']);

/**
 * Returns whether the same request may succeed later: after a network failure, a timeout, or a temporary refusal. `fetch` throws a
 * TypeError for a network failure.
 */
function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError || isTimeout(error);
  return error.status === 429 || error.status === 503 || RETRYABLE_CODES.has(error.code);
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';
