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

it('writes a time that file names can hold', () => {
  expect(zonedTimes('Europe/Sofia').compact(new Date('2023-06-19T19:36:35Z'))).toBe('2023-06-19-223635');
});
