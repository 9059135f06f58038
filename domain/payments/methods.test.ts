import { expect, test } from 'vitest';
import { methodFor } from './methods.ts';

const [bank, card] = (['bank', 'sandbox'] as const).map((driver) => ({ driver, minimum: 500n }));

test('a transfer for orders other than deposits has no minimum', () => {
  const minimumFor = (method: typeof bank, ...types: ('renew-service' | 'combined' | 'deposit' | 'custom')[]) =>
    method &&
    methodFor(
      method,
      types.map((type) => ({ type })),
    ).minimum;
  expect(minimumFor(bank, 'renew-service')).toBeNull();
  expect(minimumFor(bank, 'renew-service', 'combined')).toBeNull();
  expect(minimumFor(bank, 'renew-service', 'custom')).toBeNull();
  expect(minimumFor(bank, 'custom', 'deposit')).toBe(500n);
  expect(minimumFor(bank, 'deposit')).toBe(500n);
  expect(minimumFor(card, 'renew-service')).toBe(500n);
});
