import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenPaidOrder, givenWaitingOrder } from '@innkeeper/lab/given-invoices';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { deploy } from '@innkeeper/lab/slices/given-deploy';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let lab: Lab;
let operator: Operator;
beforeAll(async () => {
  lab = await openLab();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

const auditOf = async (accountId: number) =>
  (
    await lab.db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'details'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
  ).filter(({ actor_kind }) => actor_kind === 'operator');
const list = async (input: object) => (await operator.run('listAccounts', { ...input })).data.map(({ email }) => email);
const as = ({ token }: GivenAccount) => ({ token });

test('createAccount refuses an address that has an account, in any case, and an unknown country', async () => {
  const made = await operator.run('createAccount', { email: 'Ada@example.org', funds: '12.5', name: 'Ada', country: 'at' });
  expect(made).toMatchObject({ email: 'ada@example.org', name: 'Ada', country: 'AT', balance: '12.50', suspended_at: null });
  expect(await auditOf(made.id)).toEqual([{ action: 'createAccount', actor_kind: 'operator', details: { funds: '12.50' } }]);
  await expect(operator.run('createAccount', { email: 'ADA@example.org' })).rejects.toThrow('already has an account');
  await expect(operator.run('createAccount', { email: 'eve@example.org', country: 'XX' })).rejects.toThrow(
    'not in the catalogue',
  );
  await expect(operator.run('createAccount', { email: 'nobody' })).rejects.toThrow('Must be an email address.');
});

test('listAccounts filters by part of address or name and by balance, and pages', async () => {
  for (const [name, funds] of [
    ['Nix', '0'],
    ['Nox', '5'],
    ['Nux', '5.01'],
  ])
    await operator.run('createAccount', { email: `${name}@list.example`, name, funds });
  expect(await list({ search: 'LIST.example' })).toEqual(['nix@list.example', 'nox@list.example', 'nux@list.example']);
  expect(await list({ search: 'nox' })).toEqual(['nox@list.example']);
  expect(await list({ search: 'list.example', balance_below: '5' })).toEqual(['nix@list.example']);
  expect(await list({ search: 'list.example', balance_above: '5' })).toEqual(['nux@list.example']);
  const page = await operator.run('listAccounts', { search: 'list.example', per_page: 2, page: 2 });
  expect(page).toMatchObject({ data: [{ email: 'nux@list.example' }], page: 2, per_page: 2, total: 3 });
  await expect(operator.run('listAccounts', { per_page: 1001 })).rejects.toThrow('from 1 to 1000');
});

test('fundAccount posts to the ledger, and the customer can read the reason', async () => {
  const owner = await givenAccount(lab.db);
  expect(await operator.run('fundAccount', { account: owner.email, amount: '7.5', reason: 'Sorry' })).toMatchObject({
    balance: '7.50',
  });
  await operator.run('fundAccount', { account: String(owner.accountId), amount: '0.01' });
  expect((await lab.call('getBalance', {}, as(owner))).body.balance).toBe(7.51);
  const { body } = await lab.call('listBalanceTransactions', {}, as(owner));
  expect(body.data).toMatchObject([
    { amount_with_vat: 0.01, description: 'Granted by the operator' },
    { amount_with_vat: 7.5, description: 'Sorry' },
  ]);
  expect(await auditOf(owner.accountId)).toMatchObject([
    { action: 'fundAccount', details: { amount: '7.50', reason: 'Sorry' } },
    { action: 'fundAccount', details: { amount: '0.01' } },
  ]);
  for (const amount of ['0', '0.00', '-1', '1.005', 'much', '9999999999'])
    await expect(operator.run('fundAccount', { account: owner.email, amount })).rejects.toThrow(/Must be/);
  await expect(operator.run('fundAccount', { account: '999999', amount: '1' })).rejects.toThrow('Account 999999 does not exist.');
});

test('a suspended account cannot change anything, keeps its servers, and is unchanged after it is resumed', async () => {
  const owner = await givenAccount(lab.db, { funds: 10_000n });
  const other = await givenAccount(lab.db, { funds: 10_000n });
  const id = await givenServer(lab.db, { accountId: owner.accountId });
  const running = async () => (await lab.call('getServer', { params: { id } }, as(owner))).body.state;
  expect((await lab.call('listSshKeys', {}, as(owner))).status).toBe(200);

  const reply = await operator.run('suspendAccount', { account: owner.email, reason: 'Abuse' });
  expect(reply).toMatchObject({ suspend_reason: 'Abuse', servers_running: 1 });
  // The API caches tokens, so wait until a notification has evicted this one.
  await vi.waitFor(async () => expect((await deploy(lab, owner)).status).toBe(403));
  expect((await deploy(lab, owner)).body).toMatchObject({ code: 'account_suspended' });
  expect((await lab.call('restartServer', { params: { server: id } }, as(owner))).body.code).toBe('account_suspended');
  expect((await lab.call('openConsole', { params: { id } }, as(owner))).body.code).toBe('account_suspended');
  expect(await running()).toEqual(['running']);
  expect((await deploy(lab, other, { name: 'unconcerned' })).status).toBe(201);
  expect(await list({ suspended: true })).toEqual([owner.email]);
  await expect(operator.run('suspendAccount', { account: owner.email, reason: 'Again' })).rejects.toThrow('already suspended');
  await expect(operator.run('suspendAccount', { account: owner.email })).rejects.toThrow('This field is required.');

  expect(await operator.run('resumeAccount', { account: owner.email })).toMatchObject({ suspended_at: null });
  await vi.waitFor(async () => expect((await deploy(lab, owner, { name: 'again' })).status).toBe(201));
  await expect(operator.run('resumeAccount', { account: owner.email })).rejects.toThrow('is not suspended');
  expect((await auditOf(owner.accountId)).map(({ action }) => action)).toEqual(['suspendAccount', 'resumeAccount']);
});

test('showAccount names the orders that wait for payment', async () => {
  const { accountId, email } = await givenAccount(lab.db);
  const ids: number[] = [];
  for (let n = 0; n < 21; n += 1) {
    ids.push(await givenWaitingOrder(lab.db, { accountId }));
    if (n === 1)
      expect(await operator.print('showAccount', { account: email })).toContain(`unpaid orders 2 (${ids.join(', ')})\n`);
  }
  await givenPaidOrder(lab.db, { accountId });
  const shown = { unpaid_orders: 21, unpaid_order_ids: ids.slice(0, 20) };
  expect(await operator.run('showAccount', { account: email })).toMatchObject(shown);
  expect(await operator.print('showAccount', { account: email })).toContain(`, ${ids[19]} and more)\n`);
});

test('showAccount shows what an account has and its history', async () => {
  const owner = await givenAccount(lab.db, { funds: 500n });
  await givenServer(lab.db, { accountId: owner.accountId });
  await operator.run('suspendAccount', { account: owner.email, reason: 'Unpaid' });
  expect(await operator.run('showAccount', { account: owner.email.toUpperCase() })).toMatchObject({
    ...{ id: owner.accountId, balance: '5.00', servers: 1, tokens: 1, unpaid_orders: 0, suspend_reason: 'Unpaid' },
    transactions: [{ kind: 'deposit', amount: '5.00', description: 'Given' }],
    audit: [{ action: 'suspendAccount', details: { reason: 'Unpaid' } }],
  });
});
