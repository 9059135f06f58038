import { expect, test } from 'vitest';
import { SIGN_UP_MODES, signUpRefusal } from './sign-up.ts';

test('each mode admits everybody, invited users, or nobody', () => {
  const may = (invited: boolean) => SIGN_UP_MODES.filter((mode) => signUpRefusal(mode, { invited }) === undefined);
  expect(may(true)).toEqual(['open', 'invitation']);
  expect(may(false)).toEqual(['open']);
});
