/**
 * Restarts of crashed guests.
 *
 * A guest that ended without a shutdown is started again automatically: immediately, then after growing delays. After three starts within
 * ten minutes it stays off, because a guest that crashes so often needs a person.
 */
import { minutes, seconds } from '../time/clock.ts';
import { formatMinute } from './format-minute.ts';

export const WITHIN_MS = minutes(10);
const PAUSES_MS = [0, seconds(30), minutes(2)] as const;

/**
 * Returns when the guest that crashed at `crashedAt` should be started, or `null` if it stays off.
 *
 * The result depends only on the time of the crash and earlier starts, so that it does not change over time.
 */
export function nextCrashStart(crashedAt: Date, starts: readonly Date[]): Date | null {
  const pause = PAUSES_MS[recentStarts(crashedAt, starts).length];
  return pause === undefined ? null : new Date(crashedAt.getTime() + pause);
}

/** Returns the starts within ten minutes before the crash, or after it. */
export function recentStarts(crashedAt: Date, starts: readonly Date[]): Date[] {
  return starts.filter((at) => at.getTime() > crashedAt.getTime() - WITHIN_MS);
}

/** Returns the status text for the owner between the crash and the next start. */
export function crashReason(crashedAt: Date, starts: readonly Date[]): string {
  const at = formatMinute(crashedAt);
  if (nextCrashStart(crashedAt, starts) !== null) return `The server crashed at ${at} and is being started again.`;
  const times = recentStarts(crashedAt, starts).length + 1;
  return `The server crashed ${times} times in 10 minutes, last at ${at}, and stays off. Check its serial log for the cause, then start the server again.`;
}

/** Returns the status text for the owner after the guest runs again. */
export function crashIsOver(crashedAt: Date): string {
  return `The server crashed at ${formatMinute(crashedAt)} and was started again.`;
}
