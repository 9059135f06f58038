import { expect, test } from 'vitest';
import { days, hours } from '../clock.ts';
import { type CardTry, mayCharge } from './charge-limit.ts';

const BEGIN = new Date('2026-03-01T00:00:00Z');
const at = (ms: number): Date => new Date(BEGIN.getTime() + ms);

test('a card that is declined again and again is tried 8 times in 14 days, and no more', () => {
  const tries: CardTry[] = [];
  for (let ms = 0; ms < days(60); ms += hours(1)) {
    if (mayCharge(tries, at(ms)).may) tries.push({ at: at(ms), hardDecline: false });
  }
  expect(tries).toHaveLength(8);
  expect((tries.at(-1) as CardTry).at.getTime() - BEGIN.getTime()).toBe(days(14));
});

test('eight tries are all there are, however near to one another they were', () => {
  const tries = Array.from({ length: 8 }, (_, i) => ({ at: at(hours(i)), hardDecline: false }));
  expect(mayCharge(tries, at(days(10)))).toEqual({ may: false, why: 'too_many_tries' });
});

test('none after a hard decline', () => {
  expect(mayCharge([{ at: BEGIN, hardDecline: true }], at(days(2)))).toEqual({ may: false, why: 'hard_decline' });
});

test('says until when it is too soon', () => {
  const once = [{ at: BEGIN, hardDecline: false }];
  expect(mayCharge(once, at(hours(1)))).toEqual({ may: false, why: 'too_soon', until: at(days(1)) });
  expect(mayCharge(once, at(days(1)))).toEqual({ may: true });
});

test('a system that was down for weeks does not begin again', () => {
  expect(mayCharge([{ at: BEGIN, hardDecline: false }], at(days(30)))).toEqual({ may: false, why: 'too_many_tries' });
});
