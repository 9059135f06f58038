/** Times as people of a zone read them. */

export interface ZonedTimes {
  /** ISO 8601 with the zone's offset at that moment: `2023-06-19T22:36:35+03:00`. */
  iso(time: Date): string;
  /** For file names: `2023-06-19-223635`. */
  compact(time: Date): string;
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
  return {
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
