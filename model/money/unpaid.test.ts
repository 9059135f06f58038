import { expect, test } from 'vitest';
import { type Unpaid, unpaidRefusal } from './unpaid.ts';

const limit: Unpaid = { servers: 2, addresses: 3, amount: 10_000n };
const nothing: Unpaid = { servers: 0, addresses: 0, amount: 0n };
const one: Unpaid = { servers: 1, addresses: 1, amount: 1n };

test('held and added resources together may reach the limit of each kind, but not exceed it', () => {
  expect(unpaidRefusal(nothing, limit, limit)).toBeUndefined();
  expect(unpaidRefusal({ servers: 1, addresses: 2, amount: 9_999n }, one, limit)).toBeUndefined();
  expect(unpaidRefusal({ ...nothing, servers: 2 }, one, limit)).toBe(
    'The limit of this account for unpaid servers is 2, but this order would make it 3. Pay the unpaid orders, or add funds first.',
  );
  expect(unpaidRefusal({ ...nothing, addresses: 3 }, one, limit)).toContain('unpaid addresses is 3');
  expect(unpaidRefusal({ ...nothing, amount: 10_000n }, one, limit)).toContain(
    'total of unpaid orders is 100.00, but this order would make it 100.01',
  );
});

test('an account over the limit of one resource can still order what needs none of it', () => {
  const over: Unpaid = { servers: 9, addresses: 9, amount: 100n };
  expect(unpaidRefusal(over, { ...nothing, amount: 9_900n }, limit)).toBeUndefined();
  expect(unpaidRefusal(over, { ...nothing, amount: 9_901n }, limit)).toContain('orders is 100.00');
  expect(unpaidRefusal({ ...nothing, amount: 99_999n }, { ...one, amount: 0n }, limit)).toBeUndefined();
});
