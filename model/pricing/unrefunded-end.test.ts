import { expect, test } from 'vitest';
import { unrefundedEnd } from './unrefunded-end.ts';

const at = (month: number) => new Date(Date.UTC(2027, month - 1, 1));
const [NOW, FEBRUARY, MARCH, APRIL] = [new Date('2027-01-15T00:00:00Z'), at(2), at(3), at(4)];
const period = (to: Date, isRefunded = false) => ({ to, isRefunded });

test('time without a refund is paid until its end, also if staff gave a part of it', () => {
  expect(unrefundedEnd(FEBRUARY, [period(FEBRUARY)], NOW)).toEqual(FEBRUARY);
  expect(unrefundedEnd(APRIL, [period(FEBRUARY)], NOW)).toEqual(APRIL);
  expect(unrefundedEnd(FEBRUARY, [], NOW)).toEqual(FEBRUARY);
  expect(unrefundedEnd(null, [], NOW)).toBeNull();
});

test('refunded time at the end does not count', () => {
  expect(unrefundedEnd(FEBRUARY, [period(FEBRUARY, true)], NOW)).toBeNull();
  expect(unrefundedEnd(MARCH, [period(FEBRUARY), period(MARCH, true)], NOW)).toEqual(FEBRUARY);
  expect(unrefundedEnd(MARCH, [period(FEBRUARY, true), period(MARCH, true)], NOW)).toBeNull();
  expect(unrefundedEnd(MARCH, [period(FEBRUARY, true), period(MARCH)], NOW)).toEqual(MARCH);
  expect(unrefundedEnd(APRIL, [period(at(1)), period(FEBRUARY, true)], NOW)).toBeNull();
});

test('a past end stays', () => {
  expect(unrefundedEnd(FEBRUARY, [period(FEBRUARY, true)], MARCH)).toEqual(FEBRUARY);
});
