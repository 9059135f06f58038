import { expect, test } from 'vitest';
import { days } from '../time/clock.ts';
import { endAt, priceOfMonths, suspendAt } from './services.ts';

test('months cost their share of a cycle, rounded half up', () => {
  expect(priceOfMonths(399n, 1, 12)).toBe(4_788n);
  expect(priceOfMonths(4_788n, 12, 1)).toBe(399n);
  expect(priceOfMonths(1_001n, 2, 1)).toBe(501n);
  expect(priceOfMonths(1_000n, 3, 1)).toBe(333n);
});

const [asked, later, earlier] = [new Date('2026-01-15'), new Date('2026-01-31'), new Date('2026-01-01')];

test.each([
  ['at once', true, later, '2026-01-15', '2026-01-22'],
  ['when it expires', false, later, '2026-01-31', '2026-02-07'],
  ['when it was asked, once it has expired', false, earlier, '2026-01-15', '2026-01-22'],
  ['when it was asked, without an end', false, null, '2026-01-15', '2026-01-22'],
])('a cancelled service is suspended %s, and ends after the grace period', (_, now, expiry_at, suspended, ended) => {
  const request = { now, created_at: asked };
  expect(suspendAt(request, expiry_at)).toEqual(new Date(suspended));
  expect(endAt(request, { expiry_at, suspended_at: new Date(suspended) }, days(7))).toEqual(new Date(ended));
  // A late suspension still leaves the whole grace period.
  expect(endAt(request, { expiry_at, suspended_at: new Date('2026-03-01') }, days(7))).toEqual(new Date('2026-03-08'));
  // A late request does not extend the grace period.
  const asked_later = { now, created_at: new Date('2026-03-05') };
  expect(endAt(asked_later, { expiry_at, suspended_at: new Date('2026-03-01') }, days(7))).toEqual(new Date('2026-03-08'));
});
