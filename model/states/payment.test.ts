import { describe, expect, it, test } from 'vitest';
import { days, hours, minutes } from '../clock.ts';
import { isOpen, nextLook, type PaymentState, paymentLife } from './payment.ts';

const STATES = Object.keys(paymentLife.table) as PaymentState[];

test('money that arrives is never refused but by what it has made already', () => {
  expect(STATES.filter((state) => !paymentLife.can(state, 'succeed'))).toEqual(['succeeded']);
});

test('what succeeded stays so, and what failed is never open again', () => {
  expect(paymentLife.verbs('succeeded')).toEqual([]);
  expect(paymentLife.verbs('failed')).toEqual(['succeed']);
  expect(STATES.filter(isOpen)).toEqual(['pending', 'unknown']);
});

describe('an unknown outcome', () => {
  it('is asked after 5 minutes, an hour and a day, and is then the operator’s affair', () => {
    expect([0, 1, 2].map(nextLook)).toEqual([minutes(5), hours(1), days(1)].map((afterMs) => ({ afterMs, alert: false })));
    expect([3, 4, 100].map(nextLook)).toEqual(Array(3).fill({ afterMs: days(1), alert: true }));
  });
});
