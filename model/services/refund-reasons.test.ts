import { expect, test } from 'vitest';
import { endedBeforePaid, REFUND_REASONS, refundReasonOf } from './refund-reasons.ts';

test('each own sentence has its code, and a reason of staff has none', () => {
  for (const [code, sentence] of Object.entries(REFUND_REASONS)) expect(refundReasonOf(sentence)).toEqual({ code, label: null });
  expect(refundReasonOf(endedBeforePaid('Micro'))).toEqual({ code: 'ended_before_paid', label: 'Micro' });
  expect(refundReasonOf('Sorry for the outage.')).toBeNull();
  expect(refundReasonOf('')).toBeNull();
});
