import { deposit } from '@innkeeper/db/ledger';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenNode } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { deploy } from '@innkeeper/lab/slices/given-deploy';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

let lab: Lab;
let operator: Operator;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openLab();
  operator = openOperator(lab);
  await givenNode(lab.db);
});
beforeEach(async () => {
  owner = await givenAccount(lab.db);
});
afterAll(() => lab.close());
afterEach(async () => {
  expect(await operator.run('verifyLedger')).toMatchObject({ findings: [] });
});

const fund = (amount: string) => operator.run('fundAccount', { account: owner.email, amount, reason: 'Sorry' });
const charge = (amount: string) => operator.run('chargeAccount', { account: owner.email, amount, reason: 'Credited twice' });
const balance = async () => (await operator.run('showAccount', { account: owner.email })).balance;
/** Posts a deposit of the customer, by card. */
const depositByCard = (amount: bigint) =>
  lab.db.transaction().execute((trx) =>
    deposit(trx, {
      ...{ accountId: owner.accountId, amount, gateway: 'sandbox', paymentMethod: 'card', description: 'Deposit' },
      now: new Date(),
    }),
  );
const moreThanCredited = { code: 'wrong_state' };
const insufficient = { code: 'insufficient_funds' };

test('chargeAccount takes back what staff have credited, and the customer reads the reason', async () => {
  await fund('7.50');
  expect(await charge('2.50')).toMatchObject({ id: owner.accountId, balance: '5.00' });
  const { body } = await lab.call('listBalanceTransactions', {}, { token: owner.token });
  expect(body.data[0]).toMatchObject({ amount_with_vat: -2.5, description: 'Credited twice' });
  const line = await lab.db.selectFrom('audit_log').selectAll().where('action', '=', 'chargeAccount').executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    ...{ account_id: owner.accountId, resource_kind: 'account', actor_kind: 'operator' },
    details: { amount: '2.50', reason: 'Credited twice', entry: expect.any(Number) },
  });
  expect(await charge('5')).toMatchObject({ balance: '0.00' });
  await expect(charge('0.01')).rejects.toMatchObject(moreThanCredited);
});

test('chargeAccount takes no deposit of the customer', async () => {
  await depositByCard(100_00n);
  await expect(charge('0.01')).rejects.toMatchObject(moreThanCredited);
  await fund('10');
  await expect(charge('10.01')).rejects.toMatchObject(moreThanCredited);
  expect(await charge('10')).toMatchObject({ balance: '100.00' });
  await expect(charge('0.01')).rejects.toMatchObject(moreThanCredited);
  const other = await givenAccount(lab.db, { funds: 5_00n });
  await expect(charge('0.01')).rejects.toMatchObject(moreThanCredited);
  expect(other.accountId).not.toBe(owner.accountId);
});

test('chargeAccount never brings a balance below zero, whatever its credit limit', async () => {
  await fund('20');
  expect((await deploy(lab, owner)).status).toBe(201);
  const left = await balance();
  await lab.db
    .updateTable('ledger_accounts')
    .set({ credit_limit: 1_000_00n })
    .where('account_id', '=', owner.accountId)
    .execute();
  await expect(charge('20')).rejects.toMatchObject(insufficient);
  expect(await charge(left)).toMatchObject({ balance: '0.00' });
  await expect(charge('0.01')).rejects.toMatchObject(insufficient);
});

test('concurrent charges never take more than was credited', async () => {
  await depositByCard(100_00n);
  await fund('10');
  const made = await Promise.allSettled([6, 6, 4, 4].map((amount) => charge(String(amount))));
  const taken = [6, 6, 4, 4].reduce((sum, amount, i) => (made[i]?.status === 'fulfilled' ? sum + amount : sum), 0);
  expect(taken).toBeLessThanOrEqual(10);
  expect(await balance()).toBe(`${110 - taken}.00`);
  const twice = await Promise.allSettled([charge(String(10 - taken || 1)), charge(String(10 - taken || 1))]);
  expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(taken === 10 ? 0 : 1);
});

test('chargeAccount refuses an unknown account, an amount that is none, and no reason', async () => {
  await expect(operator.run('chargeAccount', { account: '999999', amount: '1', reason: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  });
  for (const amount of ['0', '-1', '1.005', 'much']) await expect(charge(amount)).rejects.toThrow(/Must be/);
  await expect(operator.run('chargeAccount', { account: owner.email, amount: '1' })).rejects.toThrow('required');
});
