import { expect, it } from 'vitest';
import { proofsOf } from './proofs.ts';

const NONE = { hasPassword: false, hasTotp: false, hasPasskey: false, isByProvider: false };

it.each([
  [{}, []],
  [{ hasPassword: true }, ['password']],
  [{ hasPassword: true, hasTotp: true }, ['password', 'totp']],
  [{ hasTotp: true }, []],
  [{ hasTotp: true, hasPasskey: true }, ['passkey']],
  [{ isByProvider: true }, ['single_sign_on']],
])('with %j the available proofs are %j', (facts, proofs) => {
  expect(proofsOf({ ...NONE, ...facts })).toEqual(proofs);
});
