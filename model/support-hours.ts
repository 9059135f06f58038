/** When support works, and how working time is counted: by the clock on a wall of its time zone. */
import { minutes } from './clock.ts';
import { type ZonedTimes, zonedTimes } from './zoned-time.ts';

export interface SupportHours {
  /** IANA name. */
  readonly timeZone: string;
  /** Of Sunday, Monday ... Saturday: `09:00-17:00` or `closed`. */
  readonly week: readonly string[];
  /** `2026-12-25`: closed. */
  readonly holidays: readonly string[];
}

/** Where the operator has set nothing. */
export const DEFAULT_SUPPORT_HOURS: SupportHours = {
  timeZone: 'UTC',
  week: ['closed', ...Array.from({ length: 5 }, () => '09:00-17:00'), 'closed'],
  holidays: [],
};

/** What lies further ahead is not promised. */
const MOST_DAYS = 3_660;

export interface WorkingTime {
  /** How much of it lies between two moments, in milliseconds; 0 when the second is the earlier one. */
  between(from: Date, to: Date): number;
  /** The moment at which so much of it has gone by, `ms` more than 0; undefined where that takes ten years. */
  after(from: Date, ms: number): Date | undefined;
}

/** Every moment counts. */
export const AROUND_THE_CLOCK: WorkingTime = {
  between: (from, to) => Math.max(0, to.getTime() - from.getTime()),
  after: (from, ms) => new Date(from.getTime() + ms),
};

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
      for (let day = 0; day < MOST_DAYS; day += 1, date = nextDay(date)) {
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

/** Minutes since midnight, `to` not included; undefined: closed. Throws a RangeError for what is neither. */
export function openHours(text: string): { from: number; to: number } | undefined {
  if (text === 'closed') return undefined;
  const [, ...parts] = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(text) ?? [];
  const [fromHour = 99, fromMinute = 99, toHour = 99, toMinute = 99] = parts.map(Number);
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  if (fromMinute > 59 || toMinute > 59 || to > 24 * 60 || from >= to) throw new RangeError(`no hours of a day: ${text}`);
  return { from, to };
}

/** Milliseconds. */
interface Span {
  from: number;
  to: number;
}

/** A day that a zone left out, as it moved across the date line, has no hours. */
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
