import { expect, it, test } from 'vitest';
import { earlierQuarters, monthSpan, quarterSpan } from './calendar.ts';

const days = ({ from, to }: { from: Date; to: Date }) => [from, to].map((at) => at.toISOString());

it('a month and a quarter begin and end at midnight, also at the end of a year', () => {
  expect(days(monthSpan('2026-02', 'UTC'))).toEqual(['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
  expect(days(monthSpan('2025-12', 'UTC'))).toEqual(['2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
  expect(days(quarterSpan('2026Q1', 'UTC'))).toEqual(['2026-01-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']);
  expect(days(quarterSpan('2025Q4', 'UTC'))).toEqual(['2025-10-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
});

/** Zone, quarter, start and end. Summer time begins or ends within some of them. */
const QUARTERS: readonly (readonly [zone: string, quarter: string, from: string, to: string])[] = [
  ['Europe/Vienna', '2026Q1', '2025-12-31T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ['Europe/Vienna', '2026Q3', '2026-06-30T22:00:00.000Z', '2026-09-30T22:00:00.000Z'],
  ['Europe/Vienna', '2026Q4', '2026-09-30T22:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  ['Pacific/Kiritimati', '2026Q1', '2025-12-31T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
  ['Pacific/Honolulu', '2026Q1', '2026-01-01T10:00:00.000Z', '2026-04-01T10:00:00.000Z'],
  ['America/New_York', '2026Q4', '2026-10-01T04:00:00.000Z', '2027-01-01T05:00:00.000Z'],
];

test.each(QUARTERS)('in %s, %s lasts from %s to %s', (zone, quarter, from, to) => {
  expect(days(quarterSpan(quarter, zone))).toEqual([from, to]);
});

test('the months of a year follow each other without a gap, by any clock', () => {
  for (const zone of ['UTC', 'Europe/Vienna', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'America/St_Johns', 'Africa/Cairo']) {
    const months = Array.from({ length: 12 }, (_, i) => monthSpan(`2026-${String(i + 1).padStart(2, '0')}`, zone));
    for (const [i, month] of months.entries()) expect(month.to).toEqual((months[i + 1] ?? monthSpan('2027-01', zone)).from);
  }
});

test('lists the quarters before one', () => {
  const earlier = earlierQuarters('2026Q2', 'Europe/Vienna');
  expect(earlier.at(-1)).toEqual({ quarter: '2026Q1', from: new Date('2025-12-31T23:00:00Z') });
  expect(earlier.at(-2)?.quarter).toBe('2025Q4');
  expect(earlier[0]?.quarter).toBe('2000Q1');
  expect(earlier).toHaveLength(26 * 4 + 1);
  expect(earlierQuarters('2000Q1', 'UTC')).toEqual([]);
});
