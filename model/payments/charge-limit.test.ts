import { expect, test } from 'vitest';
import { days, hours } from '../time/clock.ts';
import { awaitedTransfer, type CardAttempt, decideCharge } from './charge-limit.ts';

const BEGIN = new Date('2026-03-01T00:00:00Z');
const at = (ms: number): Date => new Date(BEGIN.getTime() + ms);

test('a repeatedly declined card is charged at most 8 times in 14 days', () => {
  const tries: CardAttempt[] = [];
  for (let ms = 0; ms < days(60); ms += hours(1)) {
    if (decideCharge(tries, at(ms)).may) tries.push({ at: at(ms), hardDecline: false });
  }
  expect(tries).toHaveLength(8);
  expect((tries.at(-1) as CardAttempt).at.getTime() - BEGIN.getTime()).toBe(days(14));
});

test('eight attempts are the limit, even if they were close together', () => {
  const tries = Array.from({ length: 8 }, (_, i) => ({ at: at(hours(i)), hardDecline: false }));
  expect(decideCharge(tries, at(days(10)))).toEqual({ may: false, why: 'too_many_tries' });
});

test('no attempt follows a hard decline', () => {
  expect(decideCharge([{ at: BEGIN, hardDecline: true }], at(days(2)))).toEqual({ may: false, why: 'hard_decline' });
});

test('says when the next attempt is allowed', () => {
  const once = [{ at: BEGIN, hardDecline: false }];
  expect(decideCharge(once, at(hours(1)))).toEqual({ may: false, why: 'too_soon', until: at(days(1)) });
  expect(decideCharge(once, at(days(1)))).toEqual({ may: true });
});

test('does not resume after weeks of downtime', () => {
  expect(decideCharge([{ at: BEGIN, hardDecline: false }], at(days(30)))).toEqual({ may: false, why: 'too_many_tries' });
});

test('a transfer is awaited for five days', () => {
  expect(awaitedTransfer(undefined, [], BEGIN)).toBeUndefined();
  expect(awaitedTransfer(BEGIN, [], at(days(5) - 1))).toEqual(at(days(5)));
  expect(awaitedTransfer(BEGIN, [], at(days(5)))).toBeUndefined();
});

test('a transfer that is asked for late leaves the card one try', () => {
  const tries = [0, 1, 2, 4, 6, 8].map((day) => ({ at: at(days(day)), hardDecline: false }));
  const asked = at(days(9));
  expect(awaitedTransfer(asked, tries, asked)).toEqual(at(days(13)));
  expect(awaitedTransfer(asked, tries, at(days(13)))).toBeUndefined();
  expect(decideCharge(tries, at(days(13)))).toEqual({ may: true });
});
