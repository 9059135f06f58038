import { expect, test } from 'vitest';
import { keptMoneyOf, type Receipt, type ReceiptOrder } from './kept-money.ts';

const receivedAt = new Date('2027-03-01T10:00:00Z');
const earlier = new Date('2027-02-01T10:00:00Z');
const order = (more: Partial<ReceiptOrder> = {}): ReceiptOrder => ({
  ...{ id: 7, status: 'paid', gross: 60n, method: 'bank', paidAt: receivedAt },
  ...more,
});
const waiting = { status: 'awaiting_payment', paidAt: null } as const;
const receipt = (more: Partial<Receipt> = {}): Receipt => ({
  ...{ amount: 60n, receivedAt, method: 'bank', expected: 60n, before: 0n, total: more.amount ?? 60n, orders: [order()] },
  ...more,
});
const stateOf = (one: Receipt) => keptMoneyOf(one)?.orders.map(({ state }) => state);

test('money that pays its order exactly is not balance, whether at once, in parts or later from the balance', () => {
  expect(keptMoneyOf(receipt())).toBeUndefined();
  const parts = { before: 20n, amount: 40n, total: 60n };
  expect(keptMoneyOf(receipt(parts))).toBeUndefined();
  const fromBalance = order({ method: 'balance', paidAt: new Date('2027-03-02T10:00:00Z') });
  expect(keptMoneyOf(receipt({ amount: 20n, orders: [fromBalance] }))).toBeUndefined();
});

test('the surplus of a transfer is balance', () => {
  expect(keptMoneyOf(receipt({ amount: 65n }))).toEqual({ kept: 5n, missing: null, orders: [{ id: 7, state: 'paid' }] });
  expect(keptMoneyOf(receipt({ before: 20n, amount: 45n, total: 65n }))?.kept).toBe(5n);
});

test('a part is balance, and the rest is missing', () => {
  const orders = [order(waiting)];
  expect(keptMoneyOf(receipt({ amount: 20n, orders }))).toEqual({
    ...{ kept: 20n, missing: 40n, orders: [{ id: 7, state: 'waiting' }] },
  });
});

test('a second transfer is balance, also in the transaction of the first', () => {
  const second = receipt({ before: 60n, total: 120n });
  expect(keptMoneyOf(second)).toEqual({ kept: 60n, missing: null, orders: [{ id: 7, state: 'paid-before' }] });
});

test('a transfer is balance if a card pays its order a moment later', () => {
  expect(stateOf(receipt({ orders: [order({ method: 'card' })] }))).toEqual(['paid-before']);
});

test('each order of a payment is judged by itself', () => {
  const orders = [
    order({ id: 1, gross: 10n }),
    order({ id: 2, gross: 20n, paidAt: earlier }),
    order({ id: 3, status: 'cancelled' }),
  ];
  expect(keptMoneyOf(receipt({ amount: 90n, expected: 90n, orders }))).toEqual({
    ...{ kept: 80n, missing: null },
    orders: [
      { id: 1, state: 'paid' },
      { id: 2, state: 'paid-before' },
      { id: 3, state: 'gone' },
    ],
  });
});

test('an order that may not be paid waits although nothing is missing', () => {
  const one = receipt({ orders: [order(waiting)] });
  expect([stateOf(one), keptMoneyOf(one)?.missing]).toEqual([['waiting'], null]);
});

test('money without orders is balance', () => {
  expect(keptMoneyOf(receipt({ orders: [] }))).toEqual({ kept: 60n, missing: null, orders: [] });
});
