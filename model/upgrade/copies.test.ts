import { expect, test } from 'vitest';
import { hours, minutes } from '../time/clock.ts';
import {
  compareCopy,
  copyName,
  copyTime,
  isFreshlyVerified,
  KEPT_MS,
  missingBytes,
  SPARE_BYTES,
  selectOutdated,
} from './copies.ts';

const now = new Date('2026-11-28T17:20:00Z');
const before = (ms: number): Date => new Date(now.getTime() - ms);

test('a name gives release and time, and is a safe name of a file', () => {
  expect(copyName('0.1.0+6f617465f4a1', now)).toBe('0.1.0+6f617465f4a1-20261128T172000Z');
  expect(copyName('../x', now)).toBe('.._x-20261128T172000Z');
  expect(copyTime('0.1.0-20261128T172000Z')).toEqual(now);
  expect([copyTime('refused.json'), copyTime('0.1.0-20269928T172000Z')]).toEqual([null, null]);
});

test('the newest copy is kept for 14 days, older ones go at once, and other files stay', () => {
  const [last, older] = [copyName('0.2.0', before(KEPT_MS)), copyName('0.1.0', before(KEPT_MS + 1000))];
  expect(selectOutdated(['phase.json', older, last], now)).toEqual([older]);
  const [first, second] = [copyName('0.1.0', before(hours(2))), copyName('0.2.0', before(hours(1)))];
  expect(selectOutdated([second, first], now)).toEqual([first]);
  expect(selectOutdated([last], new Date(now.getTime() + 1000))).toEqual([last]);
});

test('a copy that a wrong clock dated into the future goes when there is another, and not before', () => {
  const [taken, ahead] = [copyName('0.2.0', before(hours(1))), copyName('0.1.0', before(-hours(2)))];
  expect(selectOutdated([ahead], now)).toEqual([]);
  expect(selectOutdated([ahead, taken], now)).toEqual([ahead]);
  expect(selectOutdated([copyName('0.1.0', before(-KEPT_MS - 1000))], now)).toEqual([]);
});

test('a backup replaces the copy for an hour after it was verified', () => {
  expect(isFreshlyVerified(null, now)).toBe(false);
  expect(isFreshlyVerified(before(hours(1)), now)).toBe(true);
  expect(isFreshlyVerified(before(hours(1) + 1), now)).toBe(false);
  expect(isFreshlyVerified(before(-minutes(1)), now)).toBe(false);
});

test('the copy needs the size of the database and 1 GiB', () => {
  expect(missingBytes({ databaseBytes: 10, freeBytes: SPARE_BYTES + 10 })).toBe(0);
  expect(missingBytes({ databaseBytes: 10, freeBytes: SPARE_BYTES })).toBe(10);
});

test('a copy that differs in its schema or in the rows of a table is none', () => {
  const one = { fingerprint: 'a', rows: { accounts: 2, orders: 3 } };
  expect(compareCopy(one, one)).toEqual([]);
  expect(compareCopy(one, { fingerprint: 'b', rows: { accounts: 2, orders: 4 } })).toEqual([
    'its schema differs',
    'orders has 4 rows instead of 3',
  ]);
  expect(compareCopy(one, { ...one, rows: { accounts: 2, users: 0 } })).toEqual([
    'orders has no rows instead of 3',
    'users has 0 rows instead of none',
  ]);
});
