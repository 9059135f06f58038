import { expect, it } from 'vitest';
import { monthSpan, quarterSpan } from './calendar.ts';

const days = ({ from, to }: { from: Date; to: Date }) => [from, to].map((at) => at.toISOString());

it('a month and a quarter begin and end at midnight UTC, also at the end of a year', () => {
  expect(days(monthSpan('2026-02'))).toEqual(['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
  expect(days(monthSpan('2025-12'))).toEqual(['2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
  expect(days(quarterSpan('2026Q1'))).toEqual(['2026-01-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']);
  expect(days(quarterSpan('2025Q4'))).toEqual(['2025-10-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
});
