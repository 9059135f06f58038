/**
 * A guest that ended without shutting down is started again automatically: at once, then after growing pauses. After three starts
 * within ten minutes it is not started any more, since a guest that crashes so often needs a person.
 */
import { minutes, seconds } from '../clock.ts';
import { momentOf } from './moment.ts';

export const WITHIN_MS = minutes(10);
const PAUSES_MS = [0, seconds(30), minutes(2)] as const;

/**
 * When the guest that crashed at `crashedAt` is to be started; null: not any more. Calculated from the moment of the crash, so
 * that the answer stays the same.
 */
export function nextCrashStart(crashedAt: Date, starts: readonly Date[]): Date | null {
  const pause = PAUSES_MS[recentStarts(crashedAt, starts).length];
  return pause === undefined ? null : new Date(crashedAt.getTime() + pause);
}

/** The starts that count. */
export function recentStarts(crashedAt: Date, starts: readonly Date[]): Date[] {
  return starts.filter((at) => at.getTime() > crashedAt.getTime() - WITHIN_MS);
}

/** What its owner reads, from the crash until its next start. */
export function crashReason(crashedAt: Date, starts: readonly Date[]): string {
  const at = momentOf(crashedAt);
  if (nextCrashStart(crashedAt, starts) !== null) return `The server crashed at ${at} and is being started again.`;
  const times = recentStarts(crashedAt, starts).length + 1;
  return `The server crashed ${times} times in 10 minutes, last at ${at}, and stays off. Check its serial log for the cause, then start the server again.`;
}

/** What its owner reads once it runs again. */
export function crashIsOver(crashedAt: Date): string {
  return `The server crashed at ${momentOf(crashedAt)} and was started again.`;
}
