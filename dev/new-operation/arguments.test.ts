import { expect, it } from 'vitest';
import { planOf } from './arguments.ts';
import { InvalidRequest } from './edit.ts';

const freeze = ['freezeAccount', 'Accounts', 'POST', '/operator/accounts/{account}/freeze', '--staff', 'account freeze'];

it.each([
  ['an unknown option', ['--bogus'], '--bogus'],
  ['an unknown role', ['--roles', 'suport'], 'suport is no role'],
  ['owner, who may use everything', ['--roles', 'owner'], 'owner is no role'],
])('refuses %s with the usage', (_, more, message) => {
  const plan = () => planOf([...freeze, ...more], () => undefined);
  expect(plan).toThrow(InvalidRequest);
  expect(plan).toThrow(message);
});
