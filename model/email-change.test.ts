import { expect, test } from 'vitest';
import { emailConfirmation, emailCounts, LOST_ADDRESS } from './email-change.ts';

const at = (hour: number) => new Date(Date.UTC(2027, 2, 10, hour));
const waiting = { expires_at: at(12), new_confirmed_at: null, old_confirmed_at: null, counts_from: null, outcome: null } as const;
/** The staff has asked for it. */
const lost = { ...waiting, counts_from: at(10) };

test('both links are needed, whichever is used first', () => {
  expect(emailConfirmation(waiting, 'new', at(11))).toBe('waits');
  expect(emailConfirmation(waiting, 'old', at(11))).toBe('waits');
  expect(emailConfirmation({ ...waiting, new_confirmed_at: at(10) }, 'old', at(11))).toBe('switch');
  expect(emailConfirmation({ ...waiting, old_confirmed_at: at(10) }, 'new', at(11))).toBe('switch');
  expect(emailConfirmation({ ...waiting, new_confirmed_at: at(10) }, 'new', at(11))).toBe('waits');
});

test('what was stopped, replaced or is too old comes to nothing; what was changed stays so', () => {
  expect(emailConfirmation(waiting, 'new', at(12))).toBe('gone');
  for (const outcome of ['stopped', 'replaced'] as const)
    expect(emailConfirmation({ ...waiting, old_confirmed_at: at(10), outcome }, 'new', at(11))).toBe('gone');
  const both = { new_confirmed_at: at(10), old_confirmed_at: at(10) };
  expect(emailConfirmation({ ...waiting, ...both, outcome: 'changed' }, 'new', at(13))).toBe('done');
});

test('what the staff has asked for needs no link to the address of before once its time has come, and that of the new one always', () => {
  expect(emailConfirmation(lost, 'new', at(9))).toBe('waits');
  expect(emailConfirmation(lost, 'new', at(10))).toBe('switch');
  expect(emailConfirmation(lost, 'old', at(11))).toBe('waits');
  expect(emailConfirmation({ ...lost, old_confirmed_at: at(8) }, 'new', at(9))).toBe('switch');
  expect(emailConfirmation({ ...lost, outcome: 'stopped' }, 'new', at(11))).toBe('gone');
});

test('it is done by its time alone where the new address was proven before, though its link has expired', () => {
  const proven = { ...lost, new_confirmed_at: at(8) };
  expect([at(9), at(10), at(13)].map((now) => emailCounts(proven, now))).toEqual([false, true, true]);
  expect(emailCounts(lost, at(11))).toBe(false);
  expect(emailCounts({ ...proven, counts_from: null }, at(11))).toBe(false);
  expect(emailCounts({ ...proven, outcome: 'stopped' }, at(11))).toBe(false);
});

test('it can be stopped for a day at least, and its link works longer than that', () => {
  expect(LOST_ADDRESS.stoppedForMs).toBeGreaterThanOrEqual(24 * 3600 * 1000);
  expect(LOST_ADDRESS.linkMs).toBeGreaterThan(LOST_ADDRESS.stoppedForMs);
});
