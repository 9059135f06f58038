import { expect, test } from 'vitest';
import { emailConfirmation, isEmailChangeDue, LOST_ADDRESS } from './email-change.ts';

const at = (hour: number) => new Date(Date.UTC(2027, 2, 10, hour));
const waiting = { expires_at: at(12), new_confirmed_at: null, old_confirmed_at: null, counts_from: null, outcome: null } as const;
/** A change that staff requested. */
const lost = { ...waiting, counts_from: at(10) };

test('requires both links, in either order', () => {
  expect(emailConfirmation(waiting, 'new', at(11))).toBe('waits');
  expect(emailConfirmation(waiting, 'old', at(11))).toBe('waits');
  expect(emailConfirmation({ ...waiting, new_confirmed_at: at(10) }, 'old', at(11))).toBe('switch');
  expect(emailConfirmation({ ...waiting, old_confirmed_at: at(10) }, 'new', at(11))).toBe('switch');
  expect(emailConfirmation({ ...waiting, new_confirmed_at: at(10) }, 'new', at(11))).toBe('waits');
});

test('a stopped, replaced or expired change has no effect, and a completed one stays', () => {
  expect(emailConfirmation(waiting, 'new', at(12))).toBe('gone');
  for (const outcome of ['stopped', 'replaced'] as const)
    expect(emailConfirmation({ ...waiting, old_confirmed_at: at(10), outcome }, 'new', at(11))).toBe('gone');
  const both = { new_confirmed_at: at(10), old_confirmed_at: at(10) };
  expect(emailConfirmation({ ...waiting, ...both, outcome: 'changed' }, 'new', at(13))).toBe('done');
});

test('a change requested by staff needs no link to the old address after its waiting time, but one to the new', () => {
  expect(emailConfirmation(lost, 'new', at(9))).toBe('waits');
  expect(emailConfirmation(lost, 'new', at(10))).toBe('switch');
  expect(emailConfirmation(lost, 'old', at(11))).toBe('waits');
  expect(emailConfirmation({ ...lost, old_confirmed_at: at(8) }, 'new', at(9))).toBe('switch');
  expect(emailConfirmation({ ...lost, outcome: 'stopped' }, 'new', at(11))).toBe('gone');
});

test('takes effect at its time without further links if the new address was confirmed before', () => {
  const proven = { ...lost, new_confirmed_at: at(8) };
  expect([at(9), at(10), at(13)].map((now) => isEmailChangeDue(proven, now))).toEqual([false, true, true]);
  expect(isEmailChangeDue(lost, at(11))).toBe(false);
  expect(isEmailChangeDue({ ...proven, counts_from: null }, at(11))).toBe(false);
  expect(isEmailChangeDue({ ...proven, outcome: 'stopped' }, at(11))).toBe(false);
});

test('can be stopped for at least a day, and its link is valid for longer than that', () => {
  expect(LOST_ADDRESS.stoppedForMs).toBeGreaterThanOrEqual(24 * 3600 * 1000);
  expect(LOST_ADDRESS.linkMs).toBeGreaterThan(LOST_ADDRESS.stoppedForMs);
});
