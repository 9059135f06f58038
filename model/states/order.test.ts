import { expect, test } from 'vitest';
import { orderLifecycle } from './order.ts';

const VERBS = ['pay', 'settle', 'reopen', 'delete', 'expire', 'give_back'] as const;
const possible = (status: Parameters<typeof orderLifecycle.can>[0]) => VERBS.filter((verb) => orderLifecycle.can(status, verb));

test('a paid order can only be refunded, and ended orders are final', () => {
  expect(possible('awaiting_payment')).toEqual(['pay', 'settle', 'delete', 'expire']);
  // The gateway may still take the money. Nothing else ends the order before it reports a result.
  expect(possible('processing')).toEqual(['pay', 'reopen']);
  expect(possible('paid')).toEqual(['give_back']);
  expect(possible('cancelled')).toEqual([]);
});
