/** Schedules weekly backups. */
import { days, minutes } from '../time/clock.ts';

const WEEK_MS = days(7);
const MINUTES_A_DAY = 1440;
/**
 * Minutes between the times of servers with consecutive ids. Coprime to 1440 and close to 1440 divided by the golden ratio, so that such
 * servers are spread over the whole day.
 */
const STRIDE = 889;

/** Returns the time of the first backup: within a day, at the server's own minute of the day (UTC). */
export function firstBackupAt(serverId: number, now: Date): Date {
  const midnight = Math.floor(now.getTime() / days(1)) * days(1);
  const today = midnight + minutes((serverId * STRIDE) % MINUTES_A_DAY);
  return new Date(today > now.getTime() ? today : today + days(1));
}

/** Returns the next backup time after `now`: the planned time plus a whole number of weeks, at least one. Missed weeks are skipped. */
export function nextBackupAt(planned: Date, now: Date): Date {
  const weeks = Math.max(1, Math.floor((now.getTime() - planned.getTime()) / WEEK_MS) + 1);
  return new Date(planned.getTime() + weeks * WEEK_MS);
}
