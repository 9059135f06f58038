import { days } from '@innkeeper/model/clock';
import { expect, test } from 'vitest';
import { paymentRefundLife, refundLookAfter } from './payment-refund.ts';

test('what has left may come back, and what came back stays', () => {
  expect(paymentRefundLife.next('pending', 'succeed')).toBe('succeeded');
  expect(paymentRefundLife.next('succeeded', 'fail')).toBe('failed');
  expect(() => paymentRefundLife.next('failed', 'succeed')).toThrow('This refund is failed');
});

test('one that takes long is asked about once a day', () => {
  expect(refundLookAfter(0)).toBeLessThan(days(1));
  expect(refundLookAfter(100)).toBe(days(1));
});
