import { expect, test } from 'vitest';
import { together, type Unpaid, unpaidRefusal } from './unpaid.ts';

const limit: Unpaid = { servers: 2, addresses: 3, amount: 10_000n };

test('as much as the limit may be held, and no more of anything', () => {
  expect(unpaidRefusal(limit, limit)).toBeUndefined();
  expect(unpaidRefusal({ ...limit, servers: 3 }, limit)).toBe(
    'This account may have at most 2 unpaid servers at a time, and not 3. Pay the waiting orders, or add funds first.',
  );
  expect(unpaidRefusal({ ...limit, addresses: 4 }, limit)).toContain('at most 3 addresses of unpaid servers');
  expect(unpaidRefusal({ ...limit, amount: 10_001n }, limit)).toContain('orders of 100.00 wait for payment, and not of 100.01');
});

test('what is held and what is added count together', () => {
  const one = { servers: 1, addresses: 2, amount: 5n };
  expect(together(one, one)).toEqual({ servers: 2, addresses: 4, amount: 10n });
});
