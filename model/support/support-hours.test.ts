import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hours, minutes } from '../time/clock.ts';
import { AROUND_THE_CLOCK, DEFAULT_SUPPORT_HOURS, openHours, workingTime } from './support-hours.ts';

const VIENNA = { ...DEFAULT_SUPPORT_HOURS, timeZone: 'Europe/Vienna', holidays: ['2026-05-01', '2027-01-01'] };
const ALWAYS_OPEN = { ...VIENNA, week: Array.from({ length: 7 }, () => '00:00-24:00'), holidays: [] };
const vienna = workingTime(VIENNA);
const at = (time: string) => new Date(`${time}Z`);

describe('working time, in Vienna from Monday to Friday and 9 to 17', () => {
  it.each([
    ['in the hours', '2026-02-02T10:00', 60, '2026-02-02T11:00'],
    ['until they close', '2026-02-02T08:00', 480, '2026-02-02T16:00'],
    ['as they close', '2026-02-02T16:00', 1, '2026-02-03T08:01'],
    ['at the end of a day', '2026-02-02T15:30', 60, '2026-02-03T08:30'],
    ['in the night', '2026-02-03T01:00', 60, '2026-02-03T09:00'],
    ['on a Friday evening', '2026-01-30T15:30', 60, '2026-02-02T08:30'],
    ['on Saturday, a 31st', '2026-01-31T12:00', 480, '2026-02-02T16:00'],
    ['on a Sunday', '2026-02-01T12:00', 1, '2026-02-02T08:01'],
    ['before a holiday', '2026-04-30T14:00', 120, '2026-05-04T08:00'],
    ['on a holiday', '2026-05-01T10:00', 60, '2026-05-04T08:00'],
    ['on 31 December', '2026-12-31T15:30', 60, '2027-01-04T08:30'],
    ['before clocks are set forward', '2026-03-27T15:00', 120, '2026-03-30T08:00'],
    ['before they are set back', '2026-10-23T14:00', 120, '2026-10-26T09:00'],
    ['over three weeks', '2026-03-16T08:00', 15 * 480, '2026-04-03T15:00'],
  ])('%s: from %s on, %d minutes have passed at %s', (_when, from, count, to) => {
    expect(vienna.after(at(from), minutes(count))).toEqual(at(to));
    expect(vienna.between(at(from), at(to))).toBe(minutes(count));
  });

  it('is zero while closed, or backwards', () => {
    expect(vienna.between(at('2026-01-30T16:00'), at('2026-02-02T08:00'))).toBe(0);
    expect(vienna.between(at('2026-02-02T12:00'), at('2026-02-02T10:00'))).toBe(0);
  });

  it('adds up at any split', () => {
    const moment = fc.date({ min: at('2026-01-01T00:00'), max: at('2026-12-31T00:00'), noInvalidDate: true });
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 1, max: hours(100) }),
        fc.integer({ min: 1, max: hours(100) }),
        (from, one, other) => {
          const middle = vienna.after(from, one) ?? from;
          expect(vienna.after(middle, other)).toEqual(vienna.after(from, one + other));
          expect(vienna.between(from, middle)).toBe(one);
        },
      ),
      { numRuns: 50 },
    );
  });
});

it.each([
  ['2026-03-28T23:00', '2026-03-29T22:00', 23],
  ['2026-10-24T22:00', '2026-10-25T23:00', 25],
  ['2026-01-30T23:00', '2026-01-31T23:00', 24],
])('a day open for 24 hours, from %s to %s, has %d hours', (from, to, count) => {
  const open = workingTime(ALWAYS_OPEN);
  expect(open.between(at(from), at(to))).toBe(hours(count));
  expect(open.after(at(from), hours(count))).toEqual(at(to));
});

it('opens as if clocks had not changed in a skipped hour, and counts a repeated hour twice', () => {
  const open = workingTime({ ...ALWAYS_OPEN, week: Array.from({ length: 7 }, () => '02:00-04:00') });
  expect(open.between(at('2026-03-28T23:00'), at('2026-03-29T22:00'))).toBe(hours(1));
  expect(open.between(at('2026-10-24T22:00'), at('2026-10-25T23:00'))).toBe(hours(3));
});

it('has no hours on a day that the time zone skipped', () => {
  const apia = workingTime({ ...ALWAYS_OPEN, timeZone: 'Pacific/Apia' });
  const [from, to] = [at('2011-12-29T10:00'), at('2011-12-31T10:00')];
  expect(apia.between(from, to)).toBe(hours(48));
});

it('counts all time around the clock', () => {
  expect(AROUND_THE_CLOCK.after(at('2026-03-29T00:30'), hours(1))).toEqual(at('2026-03-29T01:30'));
  expect(AROUND_THE_CLOCK.between(at('2026-03-29T00:30'), at('2026-03-29T01:30'))).toBe(hours(1));
  expect(AROUND_THE_CLOCK.between(at('2026-03-29T01:30'), at('2026-03-29T00:30'))).toBe(0);
});

it('never ends if support is always closed', () => {
  const never = workingTime({ ...VIENNA, week: Array.from({ length: 7 }, () => 'closed') });
  expect(never.after(at('2026-01-01T00:00'), 1)).toBeUndefined();
});

it.each(['', '9:00-17:00', '09:00-25:00', '17:00-09:00', '09:00-09:00', '09:60-17:00', '00:00-24:01', 'Closed'])(
  'refuses %j as hours',
  (text) => {
    expect(() => openHours(text)).toThrow('no hours of a day');
  },
);
