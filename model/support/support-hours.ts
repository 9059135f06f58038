/** Support hours and the measurement of working time, in local time of a time zone. */
import { minutes } from '../time/clock.ts';
import { type ZonedTimes, zonedTimes } from '../time/zoned-time.ts';

export interface SupportHours {
  /** IANA name of the time zone. */
  readonly timeZone: string;
  /** Hours from Sunday to Saturday: `09:00-17:00` or `closed`. */
  readonly week: readonly string[];
  /** Closed dates such as `2026-12-25`. */
  readonly holidays: readonly string[];
}

/** Support hours if the operator has set none. */
export const DEFAULT_SUPPORT_HOURS: SupportHours = {
  timeZone: 'UTC',
  week: ['closed', ...Array.from({ length: 5 }, () => '09:00-17:00'), 'closed'],
  holidays: [],
};

/** Maximum number of days to search ahead. */
const MAX_DAYS = 3_660;

export interface WorkingTime {
  /** Returns the working time between two moments in milliseconds. 0 if `to` is before `from`. */
  between(from: Date, to: Date): number;
  /**
   * Returns the moment at which `ms` of working time have passed since `from`. `ms` must be above 0. Returns `undefined` if that takes more
   * than ten years.
   */
  after(from: Date, ms: number): Date | undefined;
}

/** Working time that never stops. */
export const AROUND_THE_CLOCK: WorkingTime = {
  between: (from, to) => Math.max(0, to.getTime() - from.getTime()),
  after: (from, ms) => new Date(from.getTime() + ms),
};

/** Returns the working time within these support hours. */
export function workingTime({ timeZone, week, holidays }: SupportHours): WorkingTime {
  const zone = zonedTimes(timeZone);
  const closed = new Set(holidays);
  const spanOf = (date: string): Span | undefined => {
    const hours = closed.has(date) ? undefined : openHours(week[weekdayOf(date)] ?? 'closed');
    return hours && spanOn(zone, date, hours);
  };
  return {
    between(from, to) {
      let sum = 0;
      for (let date = zone.date(from); date <= zone.date(to); date = nextDay(date)) sum += overlap(spanOf(date), from, to);
      return sum;
    },
    after(from, ms) {
      let left = ms;
      let date = zone.date(from);
      for (let day = 0; day < MAX_DAYS; day += 1, date = nextDay(date)) {
        const span = spanOf(date);
        if (!span) continue;
        const begin = Math.max(span.from, from.getTime());
        if (span.to - begin >= left) return new Date(begin + left);
        left -= Math.max(0, span.to - begin);
      }
      return undefined;
    },
  };
}

/**
 * Returns opening hours in minutes since midnight with an exclusive end, or `undefined` for `closed`. Throws a RangeError for any other
 * text.
 */
export function openHours(text: string): { from: number; to: number } | undefined {
  if (text === 'closed') return undefined;
  const [, ...parts] = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(text) ?? [];
  const [fromHour = 99, fromMinute = 99, toHour = 99, toMinute = 99] = parts.map(Number);
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  if (fromMinute > 59 || toMinute > 59 || to > 24 * 60 || from >= to) throw new RangeError(`no hours of a day: ${text}`);
  return { from, to };
}

/** Times in Unix milliseconds. */
interface Span {
  from: number;
  to: number;
}

/** Returns the opening hours of a date. A date that the zone skipped, when it moved across the date line, has none. */
function spanOn(zone: ZonedTimes, date: string, hours: { from: number; to: number }): Span | undefined {
  if (zone.date(zone.at(date, NOON, 'first')) !== date) return undefined;
  const [from, to] = [zone.at(date, hours.from, 'first').getTime(), zone.at(date, hours.to, 'last').getTime()];
  return from < to ? { from, to } : undefined;
}

const NOON = 12 * 60;

function overlap(span: Span | undefined, from: Date, to: Date): number {
  if (!span) return 0;
  return Math.max(0, Math.min(span.to, to.getTime()) - Math.max(span.from, from.getTime()));
}

const midnight = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const weekdayOf = (date: string): number => new Date(midnight(date)).getUTCDay();
const nextDay = (date: string): string => new Date(midnight(date) + minutes(24 * 60)).toISOString().slice(0, 10);
