/** Times in a time zone, as people read them. */
import { days, minutes } from './clock.ts';

export interface ZonedTimes {
  /** Returns ISO 8601 with the zone's offset at that time: `2023-06-19T22:36:35+03:00`. */
  iso(time: Date): string;
  /** Returns the time for file names: `2023-06-19-223635`. */
  compact(time: Date): string;
  /** Returns the date: `2023-06-19`. */
  date(time: Date): string;
  /**
   * Returns when local clocks show `minutesOfDay` after midnight of a date, at most 24 hours.
   *
   * A local time that occurs twice, because clocks are set back, yields the first or last occurrence. A skipped local time is computed as
   * if clocks had not been set forward.
   */
  at(date: string, minutesOfDay: number, which: 'first' | 'last'): Date;
}

/** Opened zones by name. Opening one takes 20 times as long as using it. An installation has a handful of zones, and tests a few more. */
const OPENED = new Map<string, ZonedTimes>();
const MAX_OPENED = 50;

/** Returns the times of an IANA zone such as `Europe/Vienna`. */
export function zonedTimes(timeZone: string): ZonedTimes {
  const opened = OPENED.get(timeZone);
  if (opened) return opened;
  if (OPENED.size >= MAX_OPENED) OPENED.clear();
  const zone = openZone(timeZone);
  OPENED.set(timeZone, zone);
  return zone;
}

function openZone(timeZone: string): ZonedTimes {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  });
  const partsOf = (time: Date) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second, timeZoneName = '' } = parts;
    // `GMT+03:00`, or plain `GMT` at an offset of 0. Offsets with seconds ended in 1972.
    return { date: `${year}-${month}-${day}`, clock: [hour, minute, second], offset: timeZoneName.slice(3, 9) || '+00:00' };
  };
  const offsetMs = (time: number): number => {
    const { offset } = partsOf(new Date(time));
    const [hour = 0, minute = 0] = offset.slice(1).split(':').map(Number);
    return minutes(hour * 60 + minute) * (offset.startsWith('-') ? -1 : 1);
  };
  return {
    date: (time) => partsOf(time).date,
    at(date, minutesOfDay, which) {
      const wall = Date.parse(`${date}T00:00:00Z`) + minutes(minutesOfDay);
      // No zone changes its offset twice in two days.
      const [early, late] = [wall - offsetMs(wall - days(1)), wall - offsetMs(wall + days(1))];
      const shown = [early, late].filter((time) => time + offsetMs(time) === wall);
      return new Date((which === 'first' ? shown[0] : shown.at(-1)) ?? early);
    },
    iso(time) {
      const { date, clock, offset } = partsOf(time);
      return `${date}T${clock.join(':')}${offset}`;
    },
    compact(time) {
      const { date, clock } = partsOf(time);
      return `${date}-${clock.join('')}`;
    },
  };
}

/** Returns whether a text is a time zone that this system supports. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns whether a text names a zone of IANA. An offset such as `+01:00` is a time zone, but has no summer time. */
export function isNamedTimeZone(name: string): boolean {
  return /^[A-Z]/i.test(name) && isTimeZone(name);
}
