import { expect, test } from 'vitest';
import { monthOf } from '../time/calendar.ts';
import { capRefusal, findExceededCap, leftOf, type MonthlyCap, tightestCap } from './spending-cap.ts';

const account: MonthlyCap = { of: 'account', cap: 100n, spent: 90n };
const token: MonthlyCap = { of: 'token', cap: 50n, spent: 45n };

test('a cap can be reached but not exceeded, and the account is checked before the token', () => {
  expect(findExceededCap([account], 10n)).toBeUndefined();
  expect(findExceededCap([account], 11n)).toBe(account);
  expect(findExceededCap([account, token], 6n)).toBe(token);
  expect(findExceededCap([account, token], 11n)).toBe(account);
  expect(findExceededCap([], 1_000_000n)).toBeUndefined();
});

test('free orders are never refused, even after renewals exceeded the cap', () => {
  const over: MonthlyCap = { of: 'account', cap: 100n, spent: 200n };
  expect(findExceededCap([over], 0n)).toBeUndefined();
  expect(findExceededCap([over], -5n)).toBeUndefined();
  expect(findExceededCap([over], 1n)).toBe(over);
});

test('a refusal states the figures and the end of the month', () => {
  const at = { now: new Date('2027-01-31T23:59:59.999Z'), currency: 'EUR' };
  expect(capRefusal(token, 6n, at)).toBe(
    'This payment of 0.06 EUR would exceed the monthly spending cap of this access token. The cap is 0.50 EUR, and 0.45 EUR are spent. The next month begins on 2027-02-01 (UTC).',
  );
});

test('a month is a calendar month in UTC', () => {
  expect(monthOf(new Date('2027-12-31T23:59:59.999Z'))).toEqual({
    from: new Date('2027-12-01T00:00:00Z'),
    to: new Date('2028-01-01T00:00:00Z'),
  });
  expect(monthOf(new Date('2028-01-01T00:00:00Z')).from).toEqual(new Date('2028-01-01T00:00:00Z'));
});

test('the tightest cap has the least left, and an exceeded one has nothing left', () => {
  const over: MonthlyCap = { of: 'account', cap: 100n, spent: 200n };
  expect(tightestCap([])).toBeUndefined();
  expect(tightestCap([account, token])).toBe(token);
  expect(tightestCap([over, token])).toBe(over);
  expect([leftOf(account), leftOf(over)]).toEqual([10n, 0n]);
});
