/** Limits how often the same reason is logged, for work that is tried again and again. */
import { minutes } from '@innkeeper/model/time/clock';

/**
 * Returns a function that says whether to log a reason now: if it differs from the previous one, or after a minute. Numbers do not count
 * as a difference, because they are times and process ids. `now` returns monotonic milliseconds.
 */
export function openReasonFilter(now: () => number = () => performance.now()): (reason: string) => boolean {
  let last: { reason: string; atMs: number } | null = null;
  return (text) => {
    const atMs = now();
    const reason = text.replaceAll(/\d+/g, '0');
    if (last !== null && last.reason === reason && atMs - last.atMs < minutes(1)) return false;
    last = { reason, atMs };
    return true;
  };
}
