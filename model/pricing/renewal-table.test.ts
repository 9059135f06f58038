import { expect, test } from 'vitest';
import { renewalStep } from './explanation.ts';
import { plainTax, priceLine } from './line.ts';
import { schedulePeriods } from './periods.ts';

/** Month lengths by the Gregorian rule, independent of Date. */
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const lengthOf = (year: number, month: number): number =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] as number;

/** Returns the day after `months` months, by counting months one by one. */
function counted(year: number, month: number, day: number, months: number): string {
  let [y, m] = [year, month];
  for (let i = 0; i < months; i += 1) [y, m] = m === 12 ? [y + 1, 1] : [y, m + 1];
  const last = Math.min(day, lengthOf(y, m));
  return `${y}-${String(m).padStart(2, '0')}-${String(last).padStart(2, '0')}T23:59:59.250Z`;
}

test.each([2027, 2028])(
  'services started on any day of %i renew for 24 months on the right days, for the right amounts',
  (year) => {
    let days = 0;
    for (let month = 1; month <= 12; month += 1)
      for (let day = 1; day <= lengthOf(year, month); day += 1) {
        days += 1;
        const anchor = new Date(counted(year, month, day, 0));
        const first = new Date(counted(year, month, day, 1));
        const laid = schedulePeriods(
          anchor,
          first,
          Array.from({ length: 24 }, () => 1),
        );
        const expected = Array.from({ length: 25 }, (_, i) => counted(year, month, day, i + 1));
        expect([laid[0]?.from, ...laid.map(({ to }) => to)].map((at) => at?.toISOString())).toEqual(expected);
        // Quarters and whole years give the same ends: a period of several months ends where its months end.
        const quarters = schedulePeriods(
          anchor,
          first,
          Array.from({ length: 8 }, () => 3),
        ).map(({ to }) => to.toISOString());
        expect(quarters).toEqual(expected.filter((_, i) => i > 0 && i % 3 === 0));
        expect(schedulePeriods(anchor, first, [12, 12]).map(({ to }) => to.toISOString())).toEqual([expected[12], expected[24]]);
      }
    expect(days).toBe(isLeap(year) ? 366 : 365);
    // 24 times 3.99 with 20 % VAT: 0.798, rounded to 0.80 each time. A quarter is 11.97 with 2.394 VAT, rounded to 2.39.
    const sum = (cycle: number, times: number) =>
      Array.from({ length: times }, () => priceLine({ steps: [renewalStep(399n, 1, cycle)], tax: plainTax(2000) })).reduce(
        (total, { gross }) => total + gross,
        0n,
      );
    expect([sum(1, 24), sum(3, 8), sum(12, 2)]).toEqual([11_496n, 11_488n, 11_492n]);
  },
);
