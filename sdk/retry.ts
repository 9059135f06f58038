/** Whether to try again after a failure, and when. */
import { ApiError } from './api-error.ts';

/** A longer Retry-After is an answer to the caller, not something to sit through. */
const LONGEST_WAIT = 60_000;
const FIRST_BACKOFF = 250;
const LONGEST_BACKOFF = 8_000;
/** A lock clears in seconds as a rule: looking more often than the API says gains nothing, seldom costs time. */
const LOCK_WAIT = 1_000;

export interface RetryState {
  /** How many tries have failed. */
  failures: number;
  /** How many may fail and be tried again. */
  retries: number;
  /** Milliseconds that are left for waiting for a lock. */
  lockLeft: number;
  /** 0 to 1, for jitter. */
  random: number;
}

/** Milliseconds to wait before the next try, or undefined when the failure is final. */
export function delayBefore(error: unknown, { failures, retries, lockLeft, random }: RetryState): number | undefined {
  if (error instanceof ApiError && error.status === 423) {
    const wait = asked(error) ?? LOCK_WAIT;
    return lockLeft > 0 ? Math.min(wait, lockLeft) : undefined;
  }
  if (failures > retries || !isPassing(error)) return undefined;
  const wait = error instanceof ApiError ? asked(error) : undefined;
  if (wait === undefined) return random * Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** failures);
  return wait <= LONGEST_WAIT ? wait : undefined;
}

const asked = ({ retryAfter }: ApiError): number | undefined => (retryAfter === undefined ? undefined : retryAfter * 1000);

/** The network failed, or the API says that the same request may succeed later. `fetch` throws TypeErrors for the network. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError || isTimeout(error);
  return error.status === 429 || error.status === 503 || error.code === 'idempotency_running';
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';
