/** Formats times of the API: ISO 8601 in UTC with microseconds. */

/** Returns text such as `2024-10-16T12:06:12.000000Z`. A Date has milliseconds, so PostgreSQL's microseconds are lost. */
export function iso(time: Date): string {
  const year = time.getUTCFullYear();
  // Also reached with an invalid date, for which `toISOString` throws.
  if (!(year >= 1000 && year <= 9999)) return `${time.toISOString().slice(0, -1)}000Z`;
  // Formatting by hand takes a third of the time. A page of servers has hundreds of times.
  const day = `${year}-${two(time.getUTCMonth() + 1)}-${two(time.getUTCDate())}`;
  const ms = `${time.getUTCMilliseconds()}`.padStart(3, '0');
  return `${day}T${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}.${ms}000Z`;
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => `${n}`.padStart(2, '0'));
const two = (n: number): string => TWO_DIGITS[n] ?? '';

export function isoOrNull(time: Date | null): string | null {
  return time && iso(time);
}

/** Returns whole seconds since 1970. */
export const unix = (time: Date): number => Math.floor(time.getTime() / 1000);

export const unixOrNull = (time: Date | null): number | null => time && unix(time);
