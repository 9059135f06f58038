import { expect, test } from 'vitest';
import {
  endedBeforePaid,
  hasSmallerAddon,
  hasSmallerPlan,
  REFUND_REASONS,
  refundActOf,
  refundDescription,
  refundReasonOf,
  wasCancelled,
} from './refund-reasons.ts';

test('each own sentence has its code, and a reason of staff has none', () => {
  for (const [code, sentence] of Object.entries(REFUND_REASONS)) expect(refundReasonOf(sentence)).toEqual({ code, label: null });
  expect(refundReasonOf(endedBeforePaid('Micro'))).toEqual({ code: 'ended_before_paid', label: 'Micro' });
  expect(refundReasonOf('Sorry for the outage.')).toBeNull();
  expect(refundReasonOf('')).toBeNull();
});

test('the description of a refund in the ledger names the act of the customer, and other descriptions name none', () => {
  const actOf = (why: string) => refundActOf(refundDescription(7, why));
  expect(actOf(hasSmallerPlan('web-1'))).toEqual({
    ...{ sentence: 'web-1 has a smaller plan.', why: { code: 'smaller_plan', label: 'web-1' } },
  });
  const smaller = { sentence: 'Addons of web-1 are smaller.', why: { code: 'smaller_addons', label: 'web-1' } };
  expect(actOf(hasSmallerAddon('Copies of disks', 'web-1'))).toEqual(smaller);
  for (const noun of ['addon', 'floating IP', 'support plan'] as const)
    expect(actOf(wasCancelled(noun))).toEqual({
      sentence: `The ${noun} was cancelled before its expiry.`,
      why: { code: 'cancelled_early', label: noun },
    });
  for (const why of ['Micro', 'Sorry for the outage.', '']) expect(actOf(why)).toBeNull();
});
