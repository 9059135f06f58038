/**
 * Decides which alerts a notice lists, and when the next notice is due. All functions are pure.
 *
 * Four rules limit the number of notices. The first notice of an alert waits for other alerts of the same cause. There is a minimum time
 * between two notices. Unacknowledged alerts are repeated with growing delays. An alert that keeps reopening is listed less and less often.
 */
import { meaningOf } from '../alerts/alert-meanings.ts';
import { days, hours, minutes, seconds } from '../time/clock.ts';

/** Time in milliseconds that a new or closed alert waits for other alerts of the same cause. */
export const GROUP_MS = seconds(60);

/** Minimum time in milliseconds between two notices. */
export const DISTANCE_MS = minutes(5);

/** Time after the end of an alert in which a reopened alert counts as the same problem. */
export const REOPENED_WITHIN_MS = hours(1);

const FIRST_REPEAT_MS = { urgent: hours(4), soon: hours(24), calm: hours(24) } as const;
const MAX_REPEAT_MS = days(7);

export interface NoticedAlert {
  id: number;
  kind: string;
  at: Date;
  resolvedAt: Date | null;
  acknowledgedAt: Date | null;
  /** Time of the last notice that listed the alert as open. `null` if none did. */
  noticedAt: Date | null;
  /** Number of notices that listed the alert as open. */
  notices: number;
  /** Time of the notice that listed the alert as closed, or `null` if none did. */
  closedNoticedAt: Date | null;
  /** Number of times that the alert opened in a row, each within an hour of its previous end. */
  times: number;
}

export interface Notice<Alert extends NoticedAlert> {
  opened: Alert[];
  repeated: Alert[];
  closed: Alert[];
}

export interface NoticePlan<Alert extends NoticedAlert> {
  /** Alerts to send now, or `null` if no notice is due. */
  notice: Notice<Alert> | null;
  /** Time of the next notice if nothing changes until then, or `null` if none will be due. The current time if `notice` is set. */
  dueAt: Date | null;
}

/** Returns the notice that is due now. `lastAt` is the time of the last notice, or `null` if there was none. */
export function planNotice<Alert extends NoticedAlert>(
  alerts: readonly Alert[],
  lastAt: Date | null,
  now: Date,
): NoticePlan<Alert> {
  const due = alerts.map((alert) => dueOf(alert, now)).filter((at) => at !== null);
  if (due.length === 0) return { notice: null, dueAt: null };
  const earliest = lastAt === null ? 0 : addTo(lastAt, DISTANCE_MS, now);
  const dueAt = new Date(Math.max(Math.min(...due), earliest));
  if (dueAt > now) return { notice: null, dueAt };
  const isDue = (alert: Alert): boolean => (dueOf(alert, now) ?? Infinity) <= now.getTime();
  return {
    dueAt: now,
    notice: {
      // Also include new alerts whose own delay has not passed yet, unless they keep reopening.
      opened: alerts.filter((alert) => isNew(alert) && (firstWaitMs(alert.times) < REOPENED_WITHIN_MS || isDue(alert))),
      repeated: alerts.filter((alert) => isOpen(alert) && !isNew(alert) && isDue(alert)),
      closed: alerts.filter(isClosedUnnotified),
    },
  };
}

/** Returns the delay in milliseconds before an alert is repeated, after it was listed in `notices` notices. */
export function repeatPauseMs(kind: string, notices: number): number {
  return Math.min(FIRST_REPEAT_MS[meaningOf(kind).class] * 2 ** Math.max(0, notices - 1), MAX_REPEAT_MS);
}

/** Returns the time at which a notice about the alert is due, in Unix milliseconds, or `null` for never. */
function dueOf(alert: NoticedAlert, now: Date): number | null {
  if (isClosedUnnotified(alert)) return addTo(alert.resolvedAt ?? now, GROUP_MS, now);
  if (!isOpen(alert)) return null;
  if (isNew(alert)) return addTo(alert.at, firstWaitMs(alert.times), now);
  return addTo(alert.noticedAt ?? now, repeatPauseMs(alert.kind, alert.notices), now);
}

/**
 * Returns the delay of a new alert in milliseconds.
 *
 * A reopened alert goes into the next notice, because its first notice has already waited for others. Later openings, the fourth and on,
 * are listed without delay only if their number is a power of two. Otherwise an alert that opens every minute would send 2016 mails a week.
 */
function firstWaitMs(times: number): number {
  if (times === 1) return GROUP_MS;
  return times < 4 || Number.isInteger(Math.log2(times)) ? 0 : REOPENED_WITHIN_MS;
}

/**
 * Returns `time` plus `ms` in Unix milliseconds. If `time` is more than `DISTANCE_MS` in the future, a clock was wrong. Returns `now` in
 * that case, because notices would otherwise wait until then.
 */
function addTo(time: Date, ms: number, now: Date): number {
  return time.getTime() > now.getTime() + DISTANCE_MS ? now.getTime() : time.getTime() + ms;
}

const isOpen = ({ resolvedAt, acknowledgedAt }: NoticedAlert): boolean => resolvedAt === null && acknowledgedAt === null;

const isNew = (alert: NoticedAlert): boolean => isOpen(alert) && alert.noticedAt === null;

/** Returns whether the closing of an alert is not yet listed. An alert that closed before any notice listed it is never listed. */
const isClosedUnnotified = ({ resolvedAt, noticedAt, closedNoticedAt }: NoticedAlert): boolean =>
  resolvedAt !== null && noticedAt !== null && closedNoticedAt === null;
