/** Tests that an order names only ways of payment that take its amount. */
import { ON_PAYMENT_PAGE_MS } from '@innkeeper/model/mail/facts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { issueNow } from '../../given-invoices.ts';
import { givenSavedCard } from '../../given-payments.ts';
import { openOperator } from '../../operator.ts';
import { openRenewalLab } from '../mails/given-renewal-mails.ts';

const NOW = new Date('2027-02-21T00:00:00Z');
let house: Awaited<ReturnType<typeof openRenewalLab>>;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(NOW);
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  house.setTime(NOW);
  me = await givenAccount(db());
});
afterEach(() => expectBooksClean(db()));

const db = () => house.lab.db;
const call = (operation: Parameters<typeof house.lab.call>[0], input: object = {}) =>
  house.lab.call(operation, input, { token: me.token });
const server = (fields: object) => house.given.server(me.accountId, fields);
const orderNow = async () => (await house.given.orders(me.accountId)).at(-1) ?? expect.fail('no order');
const setMinimum = (minimum: bigint | null) =>
  db().updateTable('payment_methods').set({ minimum }).where('key', '=', 'card').execute();
const payByCard = (id: number) => call('payOrders', { body: { order_ids: [id], payment_method: 'card' } });
const waysNamed = async (order: number) => {
  await issueNow(db(), house.clock);
  const { rows } = await sql<{ method: string }>`
    select i.document #>> '{due,method}' as method from invoices i join invoice_orders o on o.invoice_id = i.id
    where o.order_id = ${order} order by i.id`.execute(db());
  return rows.map(({ method }) => method);
};

test('a stored card is not charged for less than its gateway takes, and the renewal is asked for by transfer', async () => {
  await setMinimum(null);
  await givenSavedCard(db(), me);
  await server({ renew_price: 40n });
  await house.given.renew();
  const { id, gross, payment_method } = await orderNow();
  expect([gross, payment_method]).toEqual([48n, 'balance']);
  expect(await house.written(me)).toMatchObject([
    { template: 'renewal-due', data: { debts: [{ order: id, amount: '0.48 EUR' }], pay: { by: 'transfer' } } },
  ]);
  expect((await call('listPaymentMethods')).body.data).toContainEqual(expect.objectContaining({ key: 'card', minimum: 0.5 }));
  expect((await payByCard(id)).body).toMatchObject({
    code: 'validation',
    message: expect.stringContaining('at least 0.50, but this payment is 0.48'),
  });
});

test('a stored card is charged below the minimum of the catalogue, which is for payments that customers choose', async () => {
  await setMinimum(500n);
  await givenSavedCard(db(), me);
  await server({ renew_price: 100n });
  await house.given.renew();
  const { id, payment_method } = await orderNow();
  expect(payment_method).toBe('card');
  await house.refuseCharge(id);
  // The order can be paid otherwise before the next charge, by methods that take its amount.
  expect(new Set(await waysNamed(id))).toEqual(new Set(['bank']));
});

test('an order by card that became too cheap for a page is asked for by transfer', async () => {
  await setMinimum(2000n);
  const ids = [
    await server({ renew_price: 1000n, auto_renew: false }),
    await server({ renew_price: 1000n, auto_renew: false }),
  ] as const;
  const { body } = await call('renewServers', { body: { server_ids: ids, billing_cycle: 1, auto_pay: false } });
  const order = Number(body.id);
  expect((await payByCard(order)).status).toBe(200);
  expect(await waysNamed(order)).toEqual(['card']);
  await openOperator({ db: db(), clock: house.clock }).run('endService', { service: ids[0], reason: 'It sends spam.' });
  expect(await waysNamed(order)).toEqual(['card', 'bank']);
  // The payer was on the page of the gateway.
  house.setTime(new Date(NOW.getTime() + ON_PAYMENT_PAGE_MS));
  expect(await house.written(me)).toMatchObject([
    { template: 'order-waiting', data: { gross: '12.00 EUR', pay: { by: 'transfer' } } },
  ]);
  const states = db().selectFrom('payments').select(['state', 'amount']).where('account_id', '=', me.accountId);
  expect(await states.execute()).toEqual([{ state: 'failed', amount: 2400n }]);
});

test('a renewal that became too cheap for a transfer can be paid by the transfer that mail and page ask for', async () => {
  const setBank = (minimum: bigint | null) =>
    db().updateTable('payment_methods').set({ minimum }).where('key', '=', 'bank').execute();
  await setBank(500n);
  const ids = [
    await server({ renew_price: 1000n, auto_renew: false }),
    await server({ renew_price: 300n, auto_renew: false }),
  ] as const;
  const { body } = await call('renewServers', { body: { server_ids: ids, billing_cycle: 1, auto_pay: false } });
  const order = Number(body.id);
  await house.written(me);
  await openOperator({ db: db(), clock: house.clock }).run('endService', { service: ids[0], reason: 'It sends spam.' });
  await waysNamed(order);
  expect(await house.written(me)).toMatchObject([
    { template: 'order-waiting', data: { gross: '3.60 EUR', pay: { by: 'transfer' } } },
  ]);
  expect((await call('updateOrder', { params: { id: order }, body: { payment_method: 'bank' } })).status).toBe(200);
  expect((await call('payOrders', { body: { order_ids: [order], payment_method: 'bank' } })).status).toBe(200);
  expect((await call('getOrder', { params: { id: order } })).body.payment_information).toMatchObject({
    reference: expect.anything(),
  });
  // So can a first order.
  const operator = openOperator({ db: db(), clock: house.clock });
  const { id: first } = await operator.run('addOrder', { account: String(me.accountId), lines: ['Label=0.24'] });
  expect(await house.written(me)).toMatchObject([
    { template: 'order-waiting', data: { gross: '0.29 EUR', pay: { by: 'transfer' } } },
  ]);
  expect((await call('payOrders', { body: { order_ids: [first], payment_method: 'bank' } })).status).toBe(200);
  // Payments that nobody was asked for keep the minimum.
  expect((await call('depositFunds', { body: { amount: 3, payment_method: 'bank' } })).status).toBe(422);
  await setBank(null);
});
