import { expect, test } from 'vitest';
import { fixTimes } from './fixed-times.ts';

/** Returns the fixed times of a walkthrough that begins right before midnight and is recorded three seconds later. */
function toldOn(day: string, value: (began: number) => unknown): unknown {
  const began = Date.parse(`${day}T23:59:58Z`);
  return fixTimes(began, () => began + 3_000)(value(began));
}

const iso = (ms: number) => new Date(ms).toISOString().replace('Z', '000Z');

test.each(['2026-01-31', '2024-02-29', '2027-12-31'])('a walkthrough on %s gets the same fixed times', (day) => {
  const monthLater = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + 1, 0, 23, 59, 58)).getTime();
  const fixed = toldOn(day, (began) => ({
    before: iso(began - 60_000),
    first: iso(began + 500),
    second: iso(began + 2_500),
    due: iso(began + 2_000 + 30 * 60_000),
    nextWeek: iso(began + 7 * 86_400_000),
    nextMonth: iso(monthLater),
    name: `web-${iso(began).slice(0, 10)}-${iso(began).slice(11, 19).replaceAll(':', '')}.qcow2`,
    size: 10,
  }));
  expect(fixed).toEqual({
    before: '2026-03-02T09:00:00.000000Z',
    first: '2026-03-02T09:00:00.000000Z',
    second: '2026-03-02T09:00:00.000000Z',
    due: '2026-03-02T09:30:00.000000Z',
    nextWeek: '2026-03-09T09:00:00.000000Z',
    nextMonth: '2026-04-02T09:00:00.000000Z',
    name: 'web-2026-03-02-090000.qcow2',
    size: 10,
  });
});
