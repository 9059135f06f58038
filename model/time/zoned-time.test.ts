import { expect, it } from 'vitest';
import { zonedTimes } from './zoned-time.ts';

it.each([
  ['UTC', '2026-01-31T12:00:00.999Z', '2026-01-31T12:00:00+00:00'],
  ['Europe/Sofia', '2023-06-19T19:36:35Z', '2023-06-19T22:36:35+03:00'],
  ['Europe/Vienna', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
  ['Europe/Vienna', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
  ['America/New_York', '2026-01-01T04:59:59Z', '2025-12-31T23:59:59-05:00'],
  ['Asia/Kathmandu', '2026-01-01T18:15:00Z', '2026-01-02T00:00:00+05:45'],
])('in %s, %s is %s', (zone, time, iso) => {
  expect(zonedTimes(zone).iso(new Date(time))).toBe(iso);
});

it('formats a time for file names', () => {
  expect(zonedTimes('Europe/Sofia').compact(new Date('2023-06-19T19:36:35Z'))).toBe('2023-06-19-223635');
});

it.each([
  ['Europe/Vienna', '2026-01-31', 9 * 60, 'first', '2026-01-31T08:00:00.000Z'],
  ['Europe/Vienna', '2026-01-31', 24 * 60, 'last', '2026-01-31T23:00:00.000Z'],
  // 02:30 does not exist on the first date and occurs twice on the second.
  ['Europe/Vienna', '2026-03-29', 150, 'first', '2026-03-29T01:30:00.000Z'],
  ['Europe/Vienna', '2026-03-29', 150, 'last', '2026-03-29T01:30:00.000Z'],
  ['Europe/Vienna', '2026-10-25', 150, 'first', '2026-10-25T00:30:00.000Z'],
  ['Europe/Vienna', '2026-10-25', 150, 'last', '2026-10-25T01:30:00.000Z'],
  ['Europe/Vienna', '2026-03-29', 9 * 60, 'first', '2026-03-29T07:00:00.000Z'],
  ['Europe/Vienna', '2026-03-28', 9 * 60, 'first', '2026-03-28T08:00:00.000Z'],
  ['America/St_Johns', '2026-01-01', 0, 'first', '2026-01-01T03:30:00.000Z'],
] as const)('in %s, clocks show on %s %d minutes (%s) at %s', (zone, date, minutes, which, time) => {
  expect(zonedTimes(zone).at(date, minutes, which).toISOString()).toBe(time);
});

it('knows the local date', () => {
  const late = new Date('2026-01-31T23:30:00Z');
  expect(['UTC', 'Europe/Vienna', 'America/New_York'].map((zone) => zonedTimes(zone).date(late))).toEqual([
    '2026-01-31',
    '2026-02-01',
    '2026-01-31',
  ]);
});
