import { expect, test } from 'vitest';
import { mayEndWait, POWER_OFF_ENDS, RESCUE_ENDS } from './guest-waits.ts';

test('enabling rescue mode can be ended while it waits for the shutdown, and no later', () => {
  expect(mayEndWait('enable-rescue', [])).toBe(true);
  expect(mayEndWait('enable-rescue', ['shutdown'])).toBe(true);
  expect(mayEndWait('enable-rescue', ['shutdown', 'switch'])).toBe(false);
});

test('a stop or restart can be ended at any time', () => {
  for (const wait of ['stop', 'restart', 'start'] as const) expect(mayEndWait(wait, ['inspect', 'reboot', 'wait'])).toBe(true);
});

test('enabling rescue mode cannot end another enabling', () => {
  expect(RESCUE_ENDS).not.toContain('enable-rescue');
  for (const wait of RESCUE_ENDS) expect(POWER_OFF_ENDS).toContain(wait);
});
