/** How slow the other side may be. Whoever is slower keeps others waiting for a place, so it is given up for good. */
import { DownloadError } from './port.ts';

export interface TimeLimits {
  /** From the first name that is looked up until the headers of the last redirect are there. */
  headMs: number;
  /** In each of these at least so much comes. */
  windowMs: number;
  leastBytesPerSecond: number;
}

/** 128 KB/s is a tenth of a slow line of today. */
export const DEFAULT_TIME_LIMITS: TimeLimits = { headMs: 30_000, windowMs: 30_000, leastBytesPerSecond: 128 * 1024 };

/** Aborted with the reason, a `DownloadError`, when the headers are not there in time. */
export function headDeadline({ headMs }: TimeLimits): { signal: AbortSignal; over(): void } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow(`did not answer within ${headMs / 1000} s`)), headMs);
  return { signal: late.signal, over: () => clearTimeout(timer) };
}

/** Looks at the end of each window at what has come in it, and at the end of all time. */
export function minimumSpeed(
  { windowMs, leastBytesPerSecond }: TimeLimits,
  limitMs: number,
): { signal: AbortSignal; count(bytes: number): void; over(): void } {
  const late = new AbortController();
  const least = (leastBytesPerSecond * windowMs) / 1000;
  let came = 0;
  const windows = setInterval(() => {
    if (came < least) late.abort(tooSlow(`sends less than ${Math.round(leastBytesPerSecond / 1024)} KB a second`));
    came = 0;
  }, windowMs);
  const end = setTimeout(() => late.abort(tooSlow(`took longer than ${hoursIn(limitMs)}`)), limitMs);
  return {
    signal: late.signal,
    count: (bytes) => {
      came += bytes;
    },
    over() {
      clearInterval(windows);
      clearTimeout(end);
    },
  };
}

const hoursIn = (ms: number): string => `${Math.round(ms / 360_000) / 10} hours`;
const tooSlow = (what: string) => new DownloadError(`The other side ${what}.`, { retryable: false });
