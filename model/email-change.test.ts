import { expect, test } from 'vitest';
import { emailConfirmation } from './email-change.ts';

const at = (hour: number) => new Date(Date.UTC(2027, 2, 10, hour));
const waiting = { expires_at: at(12), new_confirmed_at: null, old_confirmed_at: null, outcome: null } as const;

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
