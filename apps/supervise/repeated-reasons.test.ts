import { expect, test } from 'vitest';
import { openReasonFilter } from './repeated-reasons.ts';

test('an unchanged reason is logged once a minute, and another one at once', () => {
  let now = 0;
  const isNew = openReasonFilter(() => now);
  const at = (seconds: number, reason: string) => {
    now = seconds * 1000;
    return isNew(reason);
  };
  expect([at(0, 'a'), at(1, 'a'), at(59, 'a'), at(60, 'a'), at(61, 'b'), at(62, 'b'), at(63, 'a')]).toEqual([
    true,
    false,
    false,
    true,
    true,
    false,
    true,
  ]);
  expect([at(64, 'a'), at(65, '17:12:38 [771] b'), at(66, '17:12:39 [4] b')]).toEqual([false, true, false]);
});
