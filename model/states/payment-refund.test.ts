import { days } from '@innkeeper/model/time/clock';
import { expect, test } from 'vitest';
import { paymentRefundLifecycle, refundPollDelayMs } from './payment-refund.ts';

test('a succeeded refund can still fail, and a failed one is final', () => {
  expect(paymentRefundLifecycle.next('pending', 'succeed')).toBe('succeeded');
  expect(paymentRefundLifecycle.next('succeeded', 'fail')).toBe('failed');
  expect(() => paymentRefundLifecycle.next('failed', 'succeed')).toThrow('This refund is failed');
});

test('a slow refund is polled about once a day', () => {
  expect(refundPollDelayMs(0)).toBeLessThan(days(1));
  expect(refundPollDelayMs(100)).toBe(days(1));
});
