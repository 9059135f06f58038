import { describe, expect, it, test } from 'vitest';
import { days, hours, minutes } from '../time/clock.ts';
import { isPaymentOpen, nextPoll, type PaymentState, paymentLifecycle } from './payment.ts';

const STATES = Object.keys(paymentLifecycle.table) as PaymentState[];

test('arriving money is refused only if it was already booked', () => {
  expect(STATES.filter((state) => !paymentLifecycle.can(state, 'succeed'))).toEqual(['succeeded']);
});

test('a succeeded payment is final, and a failed one never reopens', () => {
  expect(paymentLifecycle.verbs('succeeded')).toEqual([]);
  expect(paymentLifecycle.verbs('failed')).toEqual(['succeed']);
  expect(STATES.filter(isPaymentOpen)).toEqual(['pending', 'unknown']);
});

describe('an unknown outcome', () => {
  it('is polled after 5 minutes, an hour and a day, and then left to the operator', () => {
    expect([0, 1, 2].map(nextPoll)).toEqual([minutes(5), hours(1), days(1)].map((afterMs) => ({ afterMs, alert: false })));
    expect([3, 4, 100].map(nextPoll)).toEqual(Array(3).fill({ afterMs: days(1), alert: true }));
  });
});
