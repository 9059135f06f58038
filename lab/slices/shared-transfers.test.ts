/** Tests payments for two orders of which one is cancelled or paid otherwise: the other one can still be paid by what was asked for. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markPaymentOpen, updatePayment } from '@innkeeper/db/tables/payments';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { postBankTransfers } from '@innkeeper/jobs/post-bank-transfers';
import { days, minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { statementXml } from '../bank-statement.ts';
import { expectBooksClean } from '../books.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { issueNow } from '../given-invoices.ts';
import { mailsOf } from '../given-mails.ts';
import { type Operator, openOperator } from '../operator.ts';
import { balance } from './given-deploy.ts';
import { openRenewalLab } from './mails/given-renewal-mails.ts';

const NOW = new Date('2027-02-21T00:00:00Z');
let house: Awaited<ReturnType<typeof openRenewalLab>>;
let operator: Operator;
let directory: string;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(NOW);
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-shared-'));
  operator = openOperator({ db: house.lab.db, clock: house.clock });
});
afterAll(async () => {
  await house.lab.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  house.setTime(NOW);
  me = await givenAccount(db());
});
afterEach(() => expectBooksClean(db()));

const db = () => house.lab.db;
const call = (operation: Parameters<typeof house.lab.call>[0], input: object = {}) =>
  house.lab.call(operation, input, { token: me.token });
const statusOf = async (order: number) => (await call('getOrder', { params: { id: order } })).body.status;
const paymentOf = (order: number) =>
  db()
    .selectFrom('payments as p')
    .innerJoin('payment_orders as o', 'o.payment_id', 'p.id')
    .selectAll('p')
    .where('o.order_id', '=', order)
    .orderBy('p.id', 'desc')
    .executeTakeFirstOrThrow();
const keptMails = async () => {
  await house.written(me);
  return (await mailsOf(db(), me)).filter(({ template }) => template === 'payment-kept');
};
async function transfer(amount: string, text: string) {
  const file = join(directory, 'statement.xml');
  await writeFile(file, statementXml([{ id: text, credits: [{ amount, text }] }]));
  const { unmatched } = await operator.run('importBank', { file });
  await postBankTransfers(house.given.cx());
  return unmatched;
}
const references = async (order: number) => {
  await issueNow(db(), house.clock);
  const { rows } = await sql<{ number: string; reference: string }>`
    select i.document ->> 'number' as number, i.document #>> '{due,reference}' as reference
    from invoices i join invoice_orders o on o.invoice_id = i.id where o.order_id = ${order} order by i.id`.execute(db());
  return rows;
};

/** Orders two renewals of 12.00 each, and one payment for both. */
async function givenShared(payment_method: 'bank' | 'card' = 'bank') {
  const orders: number[] = [];
  const servers: number[] = [];
  for (const _ of ['gone', 'left']) {
    const id = await house.given.server(me.accountId, { renew_price: 1000n, auto_renew: false });
    const { body } = await call('renewServers', { body: { server_ids: [id], billing_cycle: 1, auto_pay: false } });
    orders.push(body.id);
    servers.push(id);
  }
  const [gone = 0, left = 0] = orders;
  expect((await call('payOrders', { body: { order_ids: orders, payment_method } })).status).toBe(200);
  const { id, reference, amount } = await paymentOf(left);
  expect(amount).toBe(2400n);
  return { gone, left, server: servers[0] ?? 0, payment: id, reference };
}
const end = (service: number) => operator.run('endService', { service, reason: 'It sends spam.' });

test.each([
  ['before its payment is open', false],
  ['while its payment is open', true],
])('the end of a service %s leaves the transfer to the other order, and the new amount pays', async (_, isOpen) => {
  const { gone, left, server, payment, reference } = await givenShared();
  if (isOpen) await markPaymentOpen(db() as never, payment);
  await end(server);
  expect([await statusOf(gone), await statusOf(left)]).toEqual(['cancelled', 'awaiting_payment']);
  expect(await paymentOf(left)).toMatchObject({ id: payment, amount: 1200n, state: 'pending', closing: false });
  expect((await call('getOrder', { params: { id: left } })).body.payment_information).toMatchObject({ amount: '12.00' });
  // A workflow may open the payment only now. It is not that of the cancelled order.
  await markPaymentOpen(db() as never, payment);
  const again = { order_ids: [left], payment_method: 'bank' };
  expect((await call('payOrders', { body: again })).status).toBe(200);
  expect(await paymentOf(left)).toMatchObject({ id: payment });
  expect(await transfer('12.00', reference)).toEqual([]);
  expect([await statusOf(gone), await statusOf(left)]).toEqual(['cancelled', 'paid']);
  expect(await balance(house.lab, me)).toBe(0);
  expect(await keptMails()).toEqual([]);
});

test('the printed amount of both orders pays the other one, and the surplus is balance', async () => {
  const { gone, left, server, reference } = await givenShared();
  await end(server);
  expect(await transfer('24.00', reference)).toEqual([]);
  expect(await statusOf(left)).toBe('paid');
  expect(await balance(house.lab, me)).toBe(12);
  const orders = [
    { order: gone, state: 'gone' },
    { order: left, state: 'paid' },
  ];
  expect(await keptMails()).toMatchObject([{ data: { kept: '12.00 EUR', why: 'several-orders', missing: null, orders } }]);
});

test('a transfer that never comes ends with the other order', async () => {
  const { left, server, payment } = await givenShared();
  await end(server);
  house.setTime(new Date(NOW.getTime() + days(400)));
  await expireOrders(house.given.cx());
  expect(await statusOf(left)).toBe('cancelled');
  expect(await paymentOf(left)).toMatchObject({ id: payment, state: 'failed', failure_code: 'order_gone' });
});

test('an order that its owner deletes, or pays from the balance, leaves the transfer to the other one', async () => {
  const deleted = await givenShared();
  expect((await call('deleteOrder', { params: { id: deleted.gone } })).status).toBe(204);
  expect(await transfer('12.00', deleted.reference)).toEqual([]);
  expect(await statusOf(deleted.left)).toBe('paid');
  const paid = await givenShared();
  await house.given.fund(me.accountId, 1200n);
  expect((await call('payOrders', { body: { order_ids: [paid.gone] } })).status).toBe(200);
  expect(await transfer('24.00', paid.reference)).toEqual([]);
  expect(await statusOf(paid.left)).toBe('paid');
  expect(await balance(house.lab, me)).toBe(12);
});

test('a payment of which enough has come is closed, and the other order gets a new invoice and mail', async () => {
  const { left, server, reference } = await givenShared();
  expect((await references(left)).at(-1)?.reference).toBe(reference);
  await house.written(me);
  await transfer('13.00', reference);
  await end(server);
  expect(await paymentOf(left)).toMatchObject({ state: 'failed' });
  const { number, reference: own } = (await references(left)).at(-1) ?? expect.fail();
  expect(own).toBe(number);
  const requests = (await house.written(me)).filter(({ template }) => template === 'order-waiting');
  expect(requests).toMatchObject([
    { data: { order: left, gross: '12.00 EUR', replaced: true, pay: { by: 'transfer', reference: number } } },
  ]);
  expect(await transfer('12.00', `Invoice ${number}`)).toEqual([]);
  expect(await statusOf(left)).toBe('paid');
  expect(await balance(house.lab, me)).toBe(13);
});

test('the page of a gateway for both orders is closed, and the other order is asked for again', async () => {
  const { left, server, payment } = await givenShared('card');
  await house.written(me);
  await markPaymentOpen(db() as never, payment);
  await updatePayment(db(), payment, { attempted_at: house.clock.now() });
  await end(server);
  expect(await paymentOf(left)).toMatchObject({ closing: true });
  // A page of a gateway has 15 minutes before its order is asked for by mail.
  house.setTime(new Date(NOW.getTime() + minutes(20)));
  await issueNow(db(), house.clock);
  expect((await house.written(me)).filter(({ template }) => template === 'order-waiting')).toMatchObject([
    { data: { order: left, replaced: true } },
  ]);
});

test.each([
  ['is paid by card', (gone: number) => call('payOrders', { body: { order_ids: [gone], payment_method: 'card' } })],
  ['gets another method', (gone: number) => call('updateOrder', { params: { id: gone }, body: { payment_method: 'balance' } })],
])('if one order of a transfer %s, the other one is asked for again, and its new document pays it', async (_, change) => {
  const { gone, left, reference } = await givenShared();
  await house.written(me);
  expect((await references(left)).at(-1)?.reference).toBe(reference);
  expect((await change(gone)).status).toBe(200);
  const { number, reference: own } = (await references(left)).at(-1) ?? expect.fail();
  expect(own).toBe(number);
  house.setTime(new Date(NOW.getTime() + minutes(20)));
  expect(
    (await house.written(me)).filter(({ template, data }) => template === 'order-waiting' && 'replaced' in data),
  ).toMatchObject([{ data: { order: left, replaced: true } }]);
  expect(await transfer('12.00', `Invoice ${number}`)).toEqual([]);
  expect(await statusOf(left)).toBe('paid');
});
