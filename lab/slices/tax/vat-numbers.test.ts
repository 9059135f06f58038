/** Tests VAT numbers: a job verifies them, and the results change orders and prices. */
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import type { VatAnswer, VatQuestion } from '@innkeeper/engine/vat-numbers/port';
import { checkVatNumbers } from '@innkeeper/jobs/check-vat-numbers';
import { settlePendingTaxes } from '@innkeeper/jobs/settle-pending-tax';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { balance, deploy } from '../given-deploy.ts';

/** Current time of the test in milliseconds. Only `pass` changes it. */
let at = Date.now();
const clock = {
  now: () => new Date(at),
  pass: (ms: number) => {
    at += ms;
  },
};
let lab: Lab;
let operator: Operator;
let worker: OpenDatabase;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openLab({ clock });
  await givenNode(lab.db);
  operator = openOperator({ db: lab.db, clock });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE), clock });
  await lab.db.updateTable('seller').set({ country: 'AT', vat_number: 'ATU12345675' }).execute();
});
afterAll(async () => {
  await expectBooksClean(lab.db);
  await worker.close();
  await lab.close();
});
beforeEach(async () => {
  await lab.db.updateTable('vat_checks').set({ next_try_at: null }).execute();
  me = await givenAccount(lab.db, { country: 'DE', funds: 1_000n });
});

const VALID: VatAnswer = { verdict: 'valid', consultation: 'WAPI7', name: 'Given GmbH', address: null };
const INVALID: VatAnswer = { verdict: 'invalid', consultation: 'WAPI8', name: null, address: null };
const away = (of: 'country' | 'all'): VatAnswer => ({ verdict: 'unknown', reason: 'MS_UNAVAILABLE', away: of });

/** Runs the job once and returns its requests to the register. */
async function ask(answer: VatAnswer | ((question: VatQuestion) => VatAnswer)): Promise<VatQuestion[]> {
  const asked: VatQuestion[] = [];
  const check = async (question: VatQuestion) => {
    asked.push(question);
    return typeof answer === 'function' ? answer(question) : answer;
  };
  await checkVatNumbers({ ...givenJobCx(worker.db, { clock }), vatNumbers: { capabilities: { registers: true }, check } });
  return asked;
}
const settle = () => settlePendingTaxes(givenJobCx(worker.db, { clock }));
const becomeCompany = (vat_number = 'DE136695976', account = me) =>
  operator.run('setAccount', { account: account.email, company: true, vat_number });
const checks = (account = me) =>
  lab.db.selectFrom('vat_checks').selectAll().where('account_id', '=', account.accountId).orderBy('id').execute();
/** Orders a server of the plan nano, which costs 3.99 a month without VAT. */
async function order(account = me) {
  const { headers } = await deploy(lab, account, { name: `web-${Math.random().toString(36).slice(2)}` });
  return orderRow(Number(headers['x-order-id']));
}
const orderRow = (id: number) => lab.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const shownPrice = async () => (await lab.call('listPlans', {}, { token: me.token })).body.data[0].price_with_vat;

test('verifies a number on behalf of the seller; a valid one makes orders a reverse charge, with evidence', async () => {
  expect((await becomeCompany('de 136 695 976')).billing).toMatchObject({ vat: { pending: true, rate: 19 } });
  expect(await ask(VALID)).toEqual([{ vatNumber: 'DE136695976', requester: 'ATU12345675' }]);
  expect(await order()).toMatchObject({
    ...{ net: 399n, vat: 0n },
    tax: {
      ...{ country: 'DE', rateBp: 0, rule: 'reverse-charge', note: 'Reverse charge', pending: false },
      evidence: {
        ...{ country: 'DE', company: true, vatNumber: 'DE136695976', verdict: 'valid', consultation: 'WAPI7' },
        checkedAt: clock.now().toISOString(),
      },
    },
  });
  expect((await operator.run('showAccount', { account: me.email })).billing.vat_check).toMatchObject({
    ...{ verdict: 'valid', consultation_number: 'WAPI7', registered_name: 'Given GmbH' },
  });
});

test('retries an unavailable register after 5, 5, 10, 20 and 40 minutes, then hourly, without a verdict', async () => {
  await becomeCompany();
  for (const pause of [5, 5, 10, 20, 40, 60, 60]) {
    expect(await ask(away('country'))).toHaveLength(1);
    clock.pass(minutes(pause) - 1_000);
    expect(await ask(VALID), `${pause} minutes`).toEqual([]);
    clock.pass(1_000);
  }
  const alerts = () =>
    lab.db.selectFrom('operator_alerts').select('resolved_at').where('kind', '=', 'vat_number_unchecked').execute();
  expect(await alerts()).toEqual([]);
  await ask(away('all'));
  expect(await alerts()).toEqual([{ resolved_at: null }]);
  expect(await checks()).toMatchObject([{ verdict: 'unknown', error: 'MS_UNAVAILABLE', tries: 8, checked_at: null }]);
  clock.pass(minutes(60));
  await ask(INVALID);
  expect(await checks()).toMatchObject([{ verdict: 'invalid', error: null, tries: 0, checked_at: clock.now() }]);
  expect(await alerts()).toEqual([{ resolved_at: clock.now() }]);
});

test('an unavailable country does not block others, and an unavailable service is not called repeatedly', async () => {
  const others = await Promise.all([1, 2].map(() => givenAccount(lab.db, { country: 'FR' })));
  await becomeCompany();
  const second = await givenAccount(lab.db, { country: 'DE' });
  await becomeCompany('DE136695976', second);
  for (const other of others) await becomeCompany('FR40303265045', other);
  const asked = await ask(({ vatNumber }) => (vatNumber.startsWith('DE') ? away('country') : VALID));
  expect(asked.map(({ vatNumber }) => vatNumber.slice(0, 2))).toEqual(['DE', 'FR', 'FR']);
  await becomeCompany('FR40303265045', await givenAccount(lab.db, { country: 'FR' }));
  clock.pass(minutes(5));
  expect(await ask(away('all'))).toHaveLength(1);
});

test('an order placed before the reply is charged and delivered, and its VAT is refunded if the number is valid', async () => {
  await becomeCompany();
  await ask(away('country'));
  const { id, tax } = await order();
  expect(tax).toMatchObject({ rule: 'eu-consumer-destination', rateBp: 1900, pending: true, evidence: { verdict: 'unknown' } });
  expect(await balance(lab, me)).toBe(5.25);
  expect(await settle()).toBe(0);
  clock.pass(minutes(5));
  await ask(VALID);
  expect([await settle(), await settle()]).toEqual([1, 0]);
  expect(await balance(lab, me)).toBe(6.01);
  expect((await orderRow(id)).tax).toMatchObject({
    ...{ pending: false, rateBp: 1900 },
    corrected: { rule: 'reverse-charge', note: 'Reverse charge', net: '399', consultation: 'WAPI7' },
  });
  const { body } = await lab.call('listBalanceTransactions', {}, { token: me.token });
  expect(body.data[0]).toMatchObject({
    amount_with_vat: 0.76,
    description: `VAT of order ${id}: the VAT number DE136695976 is valid`,
  });
  expect((await order()).tax).toMatchObject({ rule: 'reverse-charge', pending: false });
});

test('an order whose number is invalid keeps its VAT and stops waiting', async () => {
  await becomeCompany();
  const { id } = await order();
  await ask(INVALID);
  expect([await settle(), await settle()]).toEqual([1, 0]);
  expect(await balance(lab, me)).toBe(5.25);
  expect((await orderRow(id)).tax).toMatchObject({ pending: false, rule: 'eu-consumer-destination' });
  expect((await orderRow(id)).tax.corrected).toBeUndefined();
});

test("an unpaid order is settled when it is paid, by the number it was ordered with, not the account's current one", async () => {
  const poor = await givenAccount(lab.db, { country: 'DE' });
  await becomeCompany('DE136695976', poor);
  const { id } = await order(poor);
  await operator.run('setAccount', { account: poor.email, vat_number: '' });
  await ask(VALID);
  expect(await settle()).toBe(0);
  await operator.run('fundAccount', { account: poor.email, amount: '10' });
  expect(
    (await lab.call('payOrders', { body: { order_ids: [id], payment_method: 'balance' } }, { token: poor.token })).status,
  ).toBe(200);
  expect(await settle()).toBe(1);
  expect(await balance(lab, poor)).toBe(6.01);
});

test('a verdict is verified again after 90 days, stays valid for 30 more without a reply, and is kept', async () => {
  await operator.run('fundAccount', { account: me.email, amount: '10' });
  await becomeCompany();
  await ask(VALID);
  clock.pass(days(90) - 1_000);
  expect(await ask(VALID)).toEqual([]);
  clock.pass(1_000);
  expect(await ask(away('all'))).toHaveLength(1);
  expect((await order()).tax).toMatchObject({ rule: 'reverse-charge' });
  clock.pass(days(30));
  await ask(away('all'));
  expect((await order()).tax).toMatchObject({ rule: 'reverse-charge' });
  clock.pass(minutes(60));
  expect((await order()).tax).toMatchObject({ rule: 'eu-consumer-destination', pending: true, evidence: { verdict: 'valid' } });
  await ask(VALID);
  expect(await settle()).toBe(1);
  expect((await checks()).map(({ verdict, next_try_at }) => [verdict, next_try_at])).toEqual([
    ['valid', null],
    ['valid', new Date(clock.now().getTime() + days(90))],
  ]);
});

test('does not verify a number that no account uses any longer', async () => {
  await becomeCompany();
  await operator.run('setAccount', { account: me.email, company: false });
  expect(await ask(VALID)).toEqual([]);
  expect(await checks()).toMatchObject([{ verdict: 'unknown', next_try_at: null }]);
  await becomeCompany();
  expect(await ask(VALID)).toHaveLength(1);
});

test('of two workers one verifies a number', async () => {
  await becomeCompany();
  const asked = await Promise.all([ask(VALID), ask(VALID)]);
  expect(asked.flat()).toHaveLength(1);
});

test('prices include the VAT that is charged, updated at once when account, verdict, rate or seller changes', async () => {
  expect(await shownPrice()).toBe('4.75');
  await becomeCompany();
  await ask(VALID);
  await vi.waitFor(async () => expect(await shownPrice()).toBe('3.99'));
  await operator.run('setAccount', { account: me.email, country: 'FR', vat_number: '' });
  await vi.waitFor(async () => expect(await shownPrice()).toBe('4.79'));
  await operator.run('setAccount', { account: me.email, postal_code: '97300' });
  await vi.waitFor(async () => expect(await shownPrice()).toBe('3.99'));
  await operator.run('setAccount', { account: me.email, postal_code: '75001' });
  await vi.waitFor(async () => expect(await shownPrice()).toBe('4.79'));
  const { id } = await lab.db.selectFrom('countries').select('id').where('code', '=', 'FR').executeTakeFirstOrThrow();
  await lab.db.insertInto('vat_rates').values({ country_id: id, rate_bp: 10_000, valid_from: clock.now() }).execute();
  await vi.waitFor(async () => expect(await shownPrice()).toBe('7.98'));
  await lab.db.updateTable('seller').set({ oss: false }).execute();
  await vi.waitFor(async () => expect(await shownPrice()).toBe('4.79'));
  await lab.db.updateTable('seller').set({ oss: true }).execute();
  await lab.db.deleteFrom('vat_rates').where('rate_bp', '=', 10_000).execute();
});
