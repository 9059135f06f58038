/** Months and quarters of accounting, in UTC. */

export interface Span {
  from: Date;
  /** Exclusive end. */
  to: Date;
}

/** Returns the span of a month such as `2026-01`. */
export function monthSpan(month: string): Span {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return months(year, number - 1, 1);
}

/** Returns the span of a quarter such as `2026Q1`. */
export function quarterSpan(quarter: string): Span {
  const [year = 0, number = 0] = quarter.split('Q').map(Number);
  return months(year, (number - 1) * 3, 3);
}

/** Returns the month that contains `at`. */
export const monthOf = (at: Date): Span => months(at.getUTCFullYear(), at.getUTCMonth(), 1);

const months = (year: number, first: number, count: number): Span => ({
  from: new Date(Date.UTC(year, first, 1)),
  to: new Date(Date.UTC(year, first + count, 1)),
});
