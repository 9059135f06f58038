/** Decides the due work of the backup schedule. Times are in the time zone of the host. */
import { hours } from '../time/clock.ts';
import type { BackupRecord } from './record.ts';

/** Maximum age of the last verification. Verification is due once a day and may take two hours. */
export const MAX_UNVERIFIED_MS = hours(26);
/** Hour of the day after which the newest backup is verified. */
const VERIFY_HOUR = 3;
/** Maximum valid time until the next run. The longest interval is a day plus a random tenth. */
const MAX_WAIT_MS = hours(27);
/** Tolerated difference between the clocks of host and database. */
const MAX_SKEW_MS = hours(1);

/** Returns whether a run is due. A time further away than any interval came from a wrong clock, so the run is due too. */
export function isRunDue(nextRunAt: Date, now: Date): boolean {
  const waitMs = nextRunAt.getTime() - now.getTime();
  return waitMs <= 0 || waitMs > MAX_WAIT_MS;
}

/** Returns whether a time is in the future because of a wrong clock. Such a time must not delay anything. */
export function isInFuture(time: Date, now: Date): boolean {
  return time.getTime() - now.getTime() > MAX_SKEW_MS;
}

/** Returns the records without those from the future. Removes verification times from the future. */
export function withoutFuture(records: readonly BackupRecord[], now: Date): BackupRecord[] {
  return records
    .filter(({ taken_at }) => !isInFuture(new Date(taken_at), now))
    .map((record) =>
      record.verified_at !== null && isInFuture(new Date(record.verified_at), now) ? { ...record, verified_at: null } : record,
    );
}

/** Returns whether a backup is due: the newest has reached the interval, or there is none. */
export function isCreateDue(records: readonly BackupRecord[], intervalMs: number, now: Date): boolean {
  return now.getTime() - newest(records.map(({ taken_at }) => taken_at)) >= intervalMs;
}

/** Returns whether a verification is due: none has happened since the last 3 a.m., or ever. */
export function isVerifyDue(lastVerifiedAt: Date | null, now: Date): boolean {
  if (lastVerifiedAt === null) return true;
  const due = new Date(now);
  due.setHours(VERIFY_HOUR, 0, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  return lastVerifiedAt < due;
}

/** Returns whether the last verification is more than 26 hours ago. Before the first one, the time counts from the setup. */
export function isOverdue(lastVerifiedAt: Date | null, setUpAt: Date, now: Date): boolean {
  return now.getTime() - (lastVerifiedAt ?? setUpAt).getTime() > MAX_UNVERIFIED_MS;
}

/** Returns the latest verification time of these backups, or `null` for none. */
export function lastVerified(records: readonly BackupRecord[]): Date | null {
  const times = records.flatMap(({ verified_at }) => verified_at ?? []);
  return times.length === 0 ? null : new Date(newest(times));
}

/** Returns the latest of these times in milliseconds since 1970, or 0 for none. */
function newest(times: readonly string[]): number {
  return Math.max(0, ...times.map((time) => Date.parse(time)));
}
