/** Months and quarters: of accounting in the time zone of the seller, and of spending caps in UTC. */
import { type ZonedTimes, zonedTimes } from './zoned-time.ts';

export interface Span {
  from: Date;
  /** Exclusive end. */
  to: Date;
}

/** A quarter such as `2026Q1`, with its start. */
export interface QuarterStart {
  quarter: string;
  from: Date;
}

/** First year of accounting. No sale is older. */
const FIRST_YEAR = 2000;

/** Returns the span of a month such as `2026-01`, by the clocks of an IANA time zone. */
export function monthSpan(month: string, timeZone: string): Span {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return localMonths(year, number - 1, { count: 1, timeZone });
}

/** Returns the span of a quarter such as `2026Q1`, by the clocks of an IANA time zone. */
export function quarterSpan(quarter: string, timeZone: string): Span {
  const [year = 0, number = 0] = quarter.split('Q').map(Number);
  return localMonths(year, (number - 1) * 3, { count: 3, timeZone });
}

/** Lists all quarters before one, oldest first. */
export function earlierQuarters(quarter: string, timeZone: string): QuarterStart[] {
  const zone = zonedTimes(timeZone);
  const [year = 0, number = 0] = quarter.split('Q').map(Number);
  return Array.from({ length: Math.max(0, (year - FIRST_YEAR) * 4 + number - 1) }, (_, i) => {
    const [ofYear, index] = [FIRST_YEAR + Math.floor(i / 4), i % 4];
    return { quarter: `${ofYear}Q${index + 1}`, from: startOf(zone, ofYear, index * 3) };
  });
}

/** Returns the month in UTC that contains `at`. */
export const monthOf = (at: Date): Span => ({
  from: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)),
  to: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)),
});

function localMonths(year: number, first: number, { count, timeZone }: { count: number; timeZone: string }): Span {
  const zone = zonedTimes(timeZone);
  return { from: startOf(zone, year, first), to: startOf(zone, year, first + count) };
}

/** Returns the start of a month. Months count from 0, and may be past December. */
function startOf(zone: ZonedTimes, year: number, month: number): Date {
  return zone.at(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10), 0, 'first');
}
