/**
 * The time limits and the minimum speed of downloads. A slower server would block the queue of other downloads, so the download fails
 * permanently.
 */
import { DownloadError } from './port.ts';

export interface TimeLimits {
  /** Time in milliseconds from the first DNS query until the headers of the final response have arrived, after all redirects. */
  headMs: number;
  /** Interval in milliseconds over which the minimum speed is checked. */
  windowMs: number;
  minBytesPerSecond: number;
}

/** 128 KB/s is a tenth of a slow connection. */
export const DEFAULT_TIME_LIMITS: TimeLimits = { headMs: 30_000, windowMs: 30_000, minBytesPerSecond: 128 * 1024 };

/** Returns a signal that aborts with a `DownloadError` if the headers are late. */
export function headDeadline({ headMs }: TimeLimits): { signal: AbortSignal; over(): void } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow(`did not answer within ${headMs / 1000} s`)), headMs);
  return { signal: late.signal, over: () => clearTimeout(timer) };
}

/** Returns a signal that aborts if too few bytes arrive in an interval, or after `limitMs` in total. */
export function minimumSpeed(
  { windowMs, minBytesPerSecond }: TimeLimits,
  limitMs: number,
): { signal: AbortSignal; count(bytes: number): void; over(): void } {
  const late = new AbortController();
  const min = (minBytesPerSecond * windowMs) / 1000;
  let receivedBytes = 0;
  const windows = setInterval(() => {
    if (receivedBytes < min) late.abort(tooSlow(`sent less than ${Math.round(minBytesPerSecond / 1024)} KB per second`));
    receivedBytes = 0;
  }, windowMs);
  const end = setTimeout(() => late.abort(tooSlow(`took longer than ${hoursIn(limitMs)}`)), limitMs);
  return {
    signal: late.signal,
    count: (bytes) => {
      receivedBytes += bytes;
    },
    over() {
      clearInterval(windows);
      clearTimeout(end);
    },
  };
}

const hoursIn = (ms: number): string => `${Math.round(ms / 360_000) / 10} hours`;
const tooSlow = (what: string) => new DownloadError(`The server ${what}.`, { retryable: false });
