import { expect, test } from 'vitest';
import { methodFor } from './methods.ts';

const LIMITS = { minimum: 500n, maximum: 1000n };
const [bank, card] = (['bank', 'sandbox'] as const).map((driver) => ({ driver, ...LIMITS }));

test('a transfer for orders other than deposits has no limits', () => {
  const limitsFor = (method: typeof bank, ...types: ('renew-service' | 'combined' | 'deposit' | 'custom')[]) =>
    method &&
    methodFor(
      method,
      types.map((type) => ({ type })),
    );
  const NONE = { minimum: null, maximum: null };
  expect(limitsFor(bank, 'renew-service')).toMatchObject(NONE);
  expect(limitsFor(bank, 'renew-service', 'combined')).toMatchObject(NONE);
  expect(limitsFor(bank, 'renew-service', 'custom')).toMatchObject(NONE);
  expect(limitsFor(bank, 'custom', 'deposit')).toMatchObject(LIMITS);
  expect(limitsFor(bank, 'deposit')).toMatchObject(LIMITS);
  expect(limitsFor(card, 'renew-service')).toMatchObject(LIMITS);
});
