import type { PaymentMethodInfo } from '@innkeeper/sdk/index';
import { expect, test } from 'vitest';
import { chooseMethod, offerMethods } from './methods.ts';

const methods: PaymentMethodInfo[] = [
  { key: 'balance', name: 'Balance', minimum: null, maximum: null, saves_card: false },
  { key: 'card', name: 'Card', minimum: 5, maximum: 1000, saves_card: true },
  { key: 'bank', name: 'Bank transfer', minimum: null, maximum: null, saves_card: false },
];
const offer = (amount: number, available: number, hasDeposit = false) =>
  offerMethods({ methods, amount, available, hasDeposit, money: (cents) => `€${cents}` });
const refusals = (...input: Parameters<typeof offer>) => offer(...input).map(({ refusal }) => refusal);
const by = (payment_method: 'balance' | 'card' | 'bank') => [{ payment_method }];

test('a balance that covers the amount pays it', () => {
  expect(refusals(20, 20)).toEqual([undefined, undefined, undefined]);
  expect(chooseMethod(offer(20, 20), by('card'))).toBe('balance');
});

test("a balance that is too small is listed with a reason, and the order's method is chosen", () => {
  expect(refusals(20, 3)).toEqual(['The balance is €3. Deposit first, or choose another method.', undefined, undefined]);
  expect(chooseMethod(offer(20, 3), by('bank'))).toBe('bank');
  expect(chooseMethod(offer(20, 3), by('balance'))).toBe('card');
});

test('a deposit is never paid from the balance', () => {
  expect(refusals(20, 50, true)[0]).toMatch(/^A deposit adds/);
});

test('a method is refused outside its minimum and maximum', () => {
  expect(refusals(2, 0)[1]).toBe('Payments of at least €5.');
  expect(refusals(2000, 0)[1]).toBe('Payments of at most €1000.');
  expect(chooseMethod(offer(2, 0), by('card'))).toBe('bank');
});

test('a transfer has limits for deposits only', () => {
  const limited = methods.map((method) => ({ ...method, minimum: method.key === 'balance' ? null : 5 }));
  const given = { methods: limited, amount: 2, available: 0, hasDeposit: true, money: (cents: number) => `€${cents}` };
  const refused = 'Payments of at least €5.';
  expect(
    offerMethods(given)
      .map(({ refusal }) => refusal)
      .slice(1),
  ).toEqual([refused, refused]);
  expect(
    offerMethods({ ...given, hasDeposit: false })
      .map(({ refusal }) => refusal)
      .slice(1),
  ).toEqual([refused, undefined]);
  const large = { ...given, methods: methods.map((method) => ({ ...method, maximum: method.key === 'balance' ? null : 1 })) };
  expect(offerMethods(large)[2]?.refusal).toBe('Payments of at most €1.');
  expect(offerMethods({ ...large, hasDeposit: false })[2]?.refusal).toBeUndefined();
});

test('a refused method is chosen only if there is no other', () => {
  const alone = offerMethods({ methods: methods.slice(0, 1), amount: 5, available: 0, hasDeposit: false, money: String });
  expect(chooseMethod(alone, by('card'))).toBe('balance');
});
