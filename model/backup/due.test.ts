import { expect, test } from 'vitest';
import { isCreateDue, isOverdue, isRunDue, isVerifyDue, lastVerified, withoutFuture } from './due.ts';
import type { BackupRecord } from './record.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-24T12:00:00Z');

function takenHoursAgo(hours: number, verified_at: string | null = null): BackupRecord {
  const taken_at = new Date(NOW.getTime() - hours * HOUR_MS).toISOString();
  return { name: `b${hours}`, bytes: 1, sha256: '0'.repeat(64), release: '0.1.0', migration: 'm', taken_at, verified_at };
}

test('a backup is due at once, and then when the newest one is as old as the interval', () => {
  expect(isCreateDue([], HOUR_MS, NOW)).toBe(true);
  expect(isCreateDue([takenHoursAgo(5), takenHoursAgo(0.9)], HOUR_MS, NOW)).toBe(false);
  expect(isCreateDue([takenHoursAgo(5), takenHoursAgo(1)], HOUR_MS, NOW)).toBe(true);
});

/** Hours are in the host's time zone, so these tests pass in every time zone. */
const at = (text: string) => new Date(text);
test.each([
  ['never', null, at('2026-11-24T12:00'), true],
  ['today after three', at('2026-11-24T03:10'), at('2026-11-24T23:00'), false],
  ['yesterday, before three of today', at('2026-11-23T03:10'), at('2026-11-24T02:59'), false],
  ['yesterday, at three of today', at('2026-11-23T03:10'), at('2026-11-24T03:00'), true],
  ['on the last day of a month', at('2026-01-30T03:10'), at('2026-01-31T03:00'), true],
])('a verification after one made %s', (_when, last, now, due) => expect(isVerifyDue(last, now)).toBe(due));

test('is overdue after 26 hours without a verification, counted from the setup at first', () => {
  const before = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
  expect(isOverdue(null, before(25.9), NOW)).toBe(false);
  expect(isOverdue(null, before(26.1), NOW)).toBe(true);
  expect(isOverdue(before(25.9), before(1000), NOW)).toBe(false);
  expect(isOverdue(before(26.1), before(1), NOW)).toBe(true);
});

test('the last verification may be of an older backup', () => {
  expect(lastVerified([takenHoursAgo(1)])).toBeNull();
  const records = [takenHoursAgo(1), takenHoursAgo(9, '2026-11-24T03:10:00.000Z'), takenHoursAgo(33, '2026-11-23T03:10:00.000Z')];
  expect(lastVerified(records)).toEqual(new Date('2026-11-24T03:10:00Z'));
});

test('the schedule runs at its time, or at once if that time is implausibly far in the future', () => {
  const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);
  expect([-1, 0, 1, 26.4, 28, 80_000].map((hours) => isRunDue(inHours(hours), NOW))).toEqual([
    ...[true, true, false, false, true, true],
  ]);
});

test('records with a time in the future delay nothing', () => {
  const proven = takenHoursAgo(9, '2099-01-01T03:10:00.000Z');
  const records = withoutFuture([takenHoursAgo(-5000), proven], NOW);
  expect(records).toEqual([{ ...proven, verified_at: null }]);
  expect(isCreateDue(records, HOUR_MS, NOW)).toBe(true);
  // The clock of the database may be ahead.
  expect(withoutFuture([takenHoursAgo(-0.5)], NOW)).toHaveLength(1);
});
