import { expect, test } from 'vitest';
import { type Assigned, warnOfAssignment } from './assignment-warning.ts';

const given: Assigned = {
  payment: { id: 9, state: 'pending' },
  accountId: 2,
  orders: [{ id: 5, status: 'awaiting_payment' }],
  above: 0n,
};
const cancelled = { id: 5, status: 'cancelled' };

test('warns of a credit that becomes balance, with the reason', () => {
  expect(warnOfAssignment(given)).toBe(null);
  expect(warnOfAssignment({ ...given, orders: [] })).toBe(null);
  expect(warnOfAssignment({ ...given, above: 95_25n })).toBe(
    'The credit is 95.25 above payment 9. The surplus becomes balance of account 2.',
  );
  const complete = { id: 9, state: 'succeeded' };
  expect(warnOfAssignment({ ...given, payment: complete, above: 1n })).toBe(
    'The credit becomes balance of account 2: payment 9 is complete already.',
  );
  expect(warnOfAssignment({ ...given, payment: complete, orders: [cancelled] })).toBe(
    'The credit becomes balance of account 2: payment 9 is complete already, and order 5 is cancelled.',
  );
  expect(warnOfAssignment({ ...given, orders: [cancelled, { ...cancelled, id: 6 }] })).toBe(
    'The credit becomes balance of account 2: orders 5, 6 are cancelled.',
  );
  expect(warnOfAssignment({ ...given, orders: [cancelled, ...given.orders] })).toBe(null);
});
