import { type Lab, openLab } from '@innkeeper/lab/app';
import { givenAccount } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let lab: Lab;
let operator: Operator;
beforeAll(async () => {
  lab = await openLab();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

const status = async (token: string) => (await lab.call('getBalance', {}, { token })).status;

test('issueAccessToken creates a token that works until it is revoked, and refuses an address without an account', async () => {
  const { email } = await givenAccount(lab.db);
  const made = await operator.run('issueAccessToken', { email, days: 3 });
  expect(made).toMatchObject({ email, abilities: ['read'] });
  expect(Date.parse(made.expires_at ?? '')).toBeGreaterThan(Date.now());
  expect(await status(made.token)).toBe(200);
  expect(await operator.run('revokeToken', { token: made.id })).toEqual({ id: made.id, email });
  await vi.waitFor(async () => expect(await status(made.token)).toBe(401));
  await expect(operator.run('revokeToken', { token: made.id })).rejects.toThrow(
    `Token ${made.id} does not exist or is no longer valid.`,
  );
  await expect(operator.run('issueAccessToken', { email: 'nobody@example.org' })).rejects.toThrow('does not exist');
  await expect(operator.run('issueAccessToken', { email, days: 1, hours: 1 })).rejects.toThrow('either --days or --hours');
  await expect(operator.run('issueAccessToken', { email, abilities: ['root'] })).rejects.toThrow(
    'Must be a list of read, write and account',
  );
});

test('setToken changes or removes the spending cap of a token, and issueAccessToken can set one', async () => {
  const { email } = await givenAccount(lab.db);
  const { id, monthly_cap } = await operator.run('issueAccessToken', { email, monthly_cap: '7.5' });
  expect(monthly_cap).toBe('7.50');
  const shown = async () => (await operator.run('listAllTokens', { email })).data.find((token) => token.id === id);
  expect(await shown()).toMatchObject({ monthly_cap: '7.50', spent_this_month: '0.00' });
  expect(await operator.run('setToken', { token: id, monthly_cap: '0' })).toEqual({ id, email, monthly_cap: '0.00' });
  expect(await operator.run('setToken', { token: id, monthly_cap: '' })).toMatchObject({ monthly_cap: null });
  expect(await shown()).toMatchObject({ monthly_cap: null, spent_this_month: null });
  await expect(operator.run('setToken', { token: id })).rejects.toThrow('Name at least one change.');
  await expect(operator.run('setToken', { token: id, monthly_cap: '-1' })).rejects.toThrow('Must be an amount');
  await operator.run('revokeToken', { token: id });
  await expect(operator.run('setToken', { token: id, monthly_cap: '1' })).rejects.toThrow(
    `Token ${id} does not exist or is no longer valid.`,
  );
});

test('listAllTokens shows the state of each token, and no secret', async () => {
  const { email, token } = await givenAccount(lab.db);
  const expired = await operator.run('issueAccessToken', { email, hours: 1, name: 'old' });
  await lab.db
    .updateTable('access_tokens')
    .set({ expires_at: new Date(0) })
    .where('id', '=', expired.id)
    .execute();
  const revoked = await operator.run('issueAccessToken', { email, abilities: ['write', 'read', 'write'] });
  await operator.run('revokeToken', { token: revoked.id });
  const reply = await operator.run('listAllTokens', { email });
  expect(reply.data).toMatchObject([
    { name: 'given', state: 'valid' },
    { name: 'old', state: 'expired' },
    { name: 'command line', state: 'revoked', abilities: ['write', 'read'] },
  ]);
  expect(JSON.stringify(reply)).not.toContain(token);
  expect((await operator.run('listAllTokens')).total).toBeGreaterThanOrEqual(3);
});
