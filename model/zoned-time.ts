/** Times as people of a zone read them. */
import { days, minutes } from './clock.ts';

export interface ZonedTimes {
  /** ISO 8601 with the zone's offset at that moment: `2023-06-19T22:36:35+03:00`. */
  iso(time: Date): string;
  /** For file names: `2023-06-19-223635`. */
  compact(time: Date): string;
  /** `2023-06-19` */
  date(time: Date): string;
  /**
   * When clocks there show so many minutes after midnight of a date, 24 hours at most. What they show twice, as they are set back, is the
   * first or the last time; what they leave out is counted as if they had not been set forward.
   */
  at(date: string, minutesOfDay: number, which: 'first' | 'last'): Date;
}

/** `timeZone`: IANA name, `Europe/Vienna`. Opening costs more than asking: open it once for many times. */
export function zonedTimes(timeZone: string): ZonedTimes {
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
    // `GMT+03:00`, and plain `GMT` at an offset of 0. Seconds of an offset ended in 1972.
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

/** Whether it is the name of one that is known here. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
