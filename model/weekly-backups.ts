/** When weekly backups are due. */
import { days, minutes } from './clock.ts';

const WEEK_MS = days(7);
const MINUTES_A_DAY = 1440;
/** Prime to 1440, and near its golden section: servers bought one after the other are spread over the whole day. */
const STRIDE = 889;

/** The first one: within a day, at the minute of the day that is this server's. */
export function firstBackupAt(serverId: number, now: Date): Date {
  const midnight = Math.floor(now.getTime() / days(1)) * days(1);
  const today = midnight + minutes((serverId * STRIDE) % MINUTES_A_DAY);
  return new Date(today > now.getTime() ? today : today + days(1));
}

/** A week after the one that was planned; weeks that were missed are not made up for. */
export function nextBackupAt(planned: Date, now: Date): Date {
  const weeks = Math.max(1, Math.floor((now.getTime() - planned.getTime()) / WEEK_MS) + 1);
  return new Date(planned.getTime() + weeks * WEEK_MS);
}
