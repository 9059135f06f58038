import { expect, it } from 'vitest';
import { creditOf, monthBefore, promisedCredit } from './response-credit.ts';

it.each([
  [2_900n, 25, 725n],
  [999n, 10, 99n],
  [2_900n, 0, 0n],
  [0n, 100, 0n],
])('a price of %s at %d % promises %s', (price, percentage, promised) => {
  expect(promisedCredit(price, percentage)).toBe(promised);
});

const MISS = { promised: 725n, monthPrice: 2_900n, servedSince: new Date('2025-06-01'), dueAt: new Date('2026-03-31T12:00:00Z') };

it.each([
  ['what is promised', {}, 725n],
  ['up to the price of a month', { credited: 2_175n }, 725n],
  ['what is left of it', { credited: 2_500n }, 400n],
  ['nothing beyond', { credited: 2_900n }, 0n],
  ['nothing where more was credited, by a plan that was dearer', { credited: 9_900n }, 0n],
  // 2 of the 31 days since 28 February.
  ['what the plan has cost since it was bought', { servedSince: new Date('2026-03-29T12:00:00Z') }, 187n],
  ['nothing at the moment when it is bought', { servedSince: MISS.dueAt }, 0n],
  ['nothing before', { servedSince: new Date('2026-04-01') }, 0n],
])('credits %s', (_what, fields, credited) => {
  expect(creditOf({ ...MISS, credited: 0n, ...fields })).toBe(credited);
});

it('a month counts from the same day of the previous month, or its last day', () => {
  expect(monthBefore(MISS.dueAt)).toEqual(new Date('2026-02-28T12:00:00Z'));
  expect(monthBefore(new Date('2026-02-28T12:00:00Z'))).toEqual(new Date('2026-01-28T12:00:00Z'));
});
