import { expect, test } from 'vitest';
import { orderLife } from './order.ts';

const VERBS = ['pay', 'settle', 'reopen', 'delete', 'expire', 'give_back'] as const;
const possible = (status: Parameters<typeof orderLife.can>[0]) => VERBS.filter((verb) => orderLife.can(status, verb));

test('an order that was paid can only be refunded, and what has ended stays so', () => {
  expect(possible('awaiting_payment')).toEqual(['pay', 'settle', 'delete', 'expire']);
  // A gateway may still take the money: until it has said so, nobody else ends the order.
  expect(possible('processing')).toEqual(['pay', 'reopen']);
  expect(possible('paid')).toEqual(['give_back']);
  expect(possible('cancelled')).toEqual([]);
});
