/** Tests that the end of one service leaves the other services of a waiting renewal to be paid, by whatever was asked for before. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markPaymentOpen, updatePayment } from '@innkeeper/db/tables/payments';
import { applyOutcome } from '@innkeeper/domain/receipts/apply';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { postBankTransfers } from '@innkeeper/jobs/post-bank-transfers';
import { renderMail } from '@innkeeper/model/mail/render';
import { mailText } from '@innkeeper/model/mail/texts';
import { minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { statementXml } from '../bank-statement.ts';
import { expectBooksClean } from '../books.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenAddon } from '../given-copies.ts';
import { issueNow } from '../given-invoices.ts';
import { mailsOf } from '../given-mails.ts';
import { givenSavedCard } from '../given-payments.ts';
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
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-ends-'));
  operator = openOperator({ db: house.lab.db, clock: house.clock });
  const codes = [{ code: 'ALL10' }, { code: 'MICRO10' }].map((code) => ({
    ...code,
    percentage: 10,
    applies_to: 'both' as const,
  }));
  await db().insertInto('promo_codes').values(codes).execute();
  await sql`insert into promo_code_plans (plan_id, promo_code_id)
    select p.id, c.id from plans p, promo_codes c where p.key = 'micro' and c.code = 'MICRO10'`.execute(db());
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
const server = (fields: object = {}) => house.given.server(me.accountId, { renew_price: 1000n, auto_renew: false, ...fields });
const end = (service: number) => operator.run('endService', { service, reason: 'It sends spam.' });
const orderNow = async () => (await house.given.orders(me.accountId)).at(-1) ?? expect.fail('no order');
const payBy = (order: number, payment_method: string) =>
  call('payOrders', { body: { order_ids: [order], payment_method } }).then(({ status }) => expect(status).toBe(200));
const linesOf = async (order: number) =>
  (await db().selectFrom('order_lines').select('service_id').where('order_id', '=', order).orderBy('position').execute()).map(
    ({ service_id }) => service_id,
  );
const paymentOf = (order: number) =>
  db()
    .selectFrom('payments as p')
    .innerJoin('payment_orders as o', 'o.payment_id', 'p.id')
    .selectAll('p')
    .where('o.order_id', '=', order)
    .orderBy('p.id', 'desc')
    .executeTakeFirstOrThrow();
/** Writes the mails that are due. Returns those about paid orders. */
const paidMails = async () => {
  await house.written(me);
  return (await mailsOf(db(), me)).filter(({ template }) => template === 'order-paid');
};
const proformsOf = async (order: number) => {
  await issueNow(db(), house.clock);
  const { rows } = await sql<{ number: string; gross: string; due: { reference: string } }>`
    select i.document ->> 'number' as number, i.document ->> 'gross' as gross, i.document -> 'due' as due
    from invoices i join invoice_orders o on o.invoice_id = i.id where o.order_id = ${order} order by i.id`.execute(db());
  return rows;
};
/** Orders the renewal of servers as their owner. Returns the id of the order. */
async function renew(ids: number[], more: object = {}): Promise<number> {
  const { status, body } = await call('renewServers', { body: { server_ids: ids, billing_cycle: 1, auto_pay: false, ...more } });
  expect([status, body.status]).toEqual([201, 'awaiting_payment']);
  return body.id;
}
async function transfer(amount: string, text: string) {
  const file = join(directory, 'statement.xml');
  await writeFile(file, statementXml([{ id: text, credits: [{ amount, text }] }]));
  const { unmatched } = await operator.run('importBank', { file });
  await postBankTransfers(house.given.cx());
  return unmatched;
}

test('a server and its addon leave the order: price, code, payment, document and mail follow, and the printed amount pays', async () => {
  const [bad, one, other] = [await server(), await server(), await server()];
  const addon = await givenAddon(db(), { serverId: bad, key: 'backups' });
  const order = await renew([bad, one, other], { promo_code: 'ALL10' });
  await payBy(order, 'bank');
  const [printed] = await proformsOf(order);
  expect(await house.written(me)).toMatchObject([{ template: 'order-waiting', data: { gross: '33.60 EUR' } }]);
  const { reference } = await paymentOf(order);
  await end(bad);
  expect(await orderNow()).toMatchObject({ status: 'awaiting_payment', net: 1800n, gross: 2160n, promo_code: 'ALL10' });
  expect(await linesOf(order)).toEqual([one, other]);
  for (const id of [bad, addon]) expect(await house.given.periods(id)).toEqual([]);
  expect(await paymentOf(order)).toMatchObject({ reference, amount: 2160n, state: 'pending', closing: false });
  const documents = await proformsOf(order);
  expect(documents.map(({ gross }) => gross)).toEqual(['3360', '2160']);
  expect(documents[1]?.due.reference).toBe(printed?.due.reference);
  expect(await house.written(me)).toMatchObject([
    {
      template: 'order-waiting',
      data: { order, gross: '21.60 EUR', reduced: true, pay: { by: 'transfer' } },
      attachments: [expect.any(Number)],
    },
  ]);
  const lines = db().selectFrom('audit_log').select('details').where('action', '=', 'order.services-taken-out');
  expect(await lines.where('resource_id', '=', order).execute()).toEqual([
    { details: { services: [bad, addon], gross: '21.60' } },
  ]);
  expect(await transfer('33.60', reference)).toEqual([]);
  expect(await orderNow()).toMatchObject({ status: 'paid' });
  expect(await balance(house.lab, me)).toBe(12);
  await house.written(me);
  expect((await mailsOf(db(), me)).filter(({ template }) => template === 'payment-kept')).toMatchObject([
    { data: { kept: '12.00 EUR', order, why: 'too-much' } },
  ]);
  expect((await house.given.service(one)).until).toBe('2027-03-31');
});

test('a service that ends before the first request leaves its thanks in that mail, and the paid order has its own mail', async () => {
  const [bad, one] = [await server(), await server()];
  const order = await renew([bad, one]);
  await issueNow(db(), house.clock);
  await end(bad);
  await issueNow(db(), house.clock);
  const [asked, ...others] = (await house.written(me)).filter(({ template }) => template === 'order-waiting');
  expect(others).toEqual([]);
  expect(asked).toMatchObject({ data: { order, gross: '12.00 EUR', reduced: true, isFirst: true } });
  const data = asked?.template === 'order-waiting' ? asked.data : expect.fail();
  for (const [language, thanks] of [
    ['en', 'Thank you for order'],
    ['de', 'Vielen Dank'],
  ] as const)
    expect(renderMail(mailText('order-waiting', data, language)).text).toContain(thanks);
  const { number } = (await proformsOf(order)).at(-1) ?? expect.fail();
  expect(await transfer('12.00', number)).toEqual([]);
  expect(await paidMails()).toMatchObject([{ data: { order, gross: '12.00 EUR' } }]);
});

test('a code that no line has any more is free again', async () => {
  const [bad, one] = [await server({ plan: 'micro' }), await server()];
  const order = await renew([bad, one], { promo_code: 'MICRO10' });
  await end(bad);
  expect(await orderNow()).toMatchObject({ status: 'awaiting_payment', gross: 1200n, promo_code: null });
  expect(await db().selectFrom('promo_uses').selectAll().where('order_id', '=', order).execute()).toEqual([]);
});

test('a credit that names the number of the earlier document pays the order, and another amount waits for a person', async () => {
  const [bad, one] = [await server(), await server()];
  const order = await renew([bad, one]);
  const [printed] = await proformsOf(order);
  await end(bad);
  expect(await transfer('23.00', `Order ${printed?.number}`)).toMatchObject([
    { hint: expect.stringContaining('which is over 12.00') },
  ]);
  expect(await transfer('24.00', `Invoice ${printed?.number}`)).toEqual([]);
  expect(await orderNow()).toMatchObject({ status: 'paid' });
  expect(await balance(house.lab, me)).toBe(12);
});

test('the page of a gateway is closed, and money that still comes through it pays the order', async () => {
  const [bad, one] = [await server(), await server()];
  const order = await renew([bad, one]);
  await payBy(order, 'card');
  const { id } = await paymentOf(order);
  await markPaymentOpen(db() as never, id);
  await updatePayment(db(), id, { attempted_at: house.clock.now() });
  await end(bad);
  expect(await paymentOf(order)).toMatchObject({ amount: 2400n, closing: true });
  await applyOutcome(house.given.cx(), id, { state: 'succeeded', receipts: [{ id: `r-${id}`, amount: 2400n }], card: null });
  expect(await orderNow()).toMatchObject({ status: 'paid' });
  expect(await balance(house.lab, me)).toBe(12);
  await house.written(me);
  expect((await mailsOf(db(), me)).map(({ template }) => template)).toContain('payment-kept');
});

test('a payment of which a part has come ends if that part is enough now, and the balance pays', async () => {
  const [bad, one] = [await server(), await server()];
  const order = await renew([bad, one], { auto_pay: true });
  await payBy(order, 'bank');
  const { reference } = await paymentOf(order);
  await transfer('13.00', reference);
  await end(bad);
  expect(await paymentOf(order)).toMatchObject({ amount: 2400n, state: 'failed' });
  await house.given.pay();
  expect(await orderNow()).toMatchObject({ status: 'paid', from_balance: 1200n });
  expect(await balance(house.lab, me)).toBe(1);
});

test('a document names no transfer that is being ended', async () => {
  const [bad, one] = [await server(), await server()];
  const order = await renew([bad, one]);
  await payBy(order, 'bank');
  const { id, reference } = await paymentOf(order);
  await markPaymentOpen(db() as never, id);
  expect((await proformsOf(order)).at(-1)?.due.reference).toBe(reference);
  await transfer('13.00', reference);
  await end(bad);
  expect(await paymentOf(order)).toMatchObject({ state: 'pending', closing: true });
  const documents = await proformsOf(order);
  expect(documents).toHaveLength(2);
  expect(documents[1]?.due.reference).toBe(documents[1]?.number);
});

test('an order of which nothing is left to pay is paid, although its owner pays by hand', async () => {
  const [bad, free] = [await server(), await server({ renew_price: 0n })];
  const order = await renew([bad, free]);
  await payBy(order, 'bank');
  await end(bad);
  expect(await orderNow()).toMatchObject({ status: 'awaiting_payment', gross: 0n });
  await house.given.pay();
  expect(await orderNow()).toMatchObject({ id: order, status: 'paid', from_balance: 0n });
  expect((await house.given.service(free)).until).toBe('2027-03-31');
});

test('two ends at the same moment both lower the transfer for two orders', async () => {
  const [bad, one, worse, other] = [await server(), await server(), await server(), await server()];
  const orders = [await renew([bad, one]), await renew([worse, other])] as const;
  const body = { order_ids: [...orders], payment_method: 'bank' };
  expect((await call('payOrders', { body })).status).toBe(200);
  expect(await paymentOf(orders[0])).toMatchObject({ amount: 4800n });
  const { id } = await paymentOf(orders[0]);
  let ends: Promise<unknown> | undefined;
  await db()
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom('payments').select('id').where('id', '=', id).forUpdate().execute();
      ends = Promise.all([end(bad), end(worse)]);
      ends.catch(() => {});
      const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await waits.execute(db())).rows.length, { timeout: 20_000 }).toBe(2);
    });
  await (ends ?? expect.fail());
  const { amount, reference } = await paymentOf(orders[0]);
  expect(amount).toBe(2400n);
  expect(await transfer('24.00', reference)).toEqual([]);
  expect((await house.given.orders(me.accountId)).map(({ status }) => status)).toEqual(['paid', 'paid']);
});

test('staff confirms a lowered transfer with the amount that arrived', async () => {
  const [bad, one] = [await server(), await server()];
  const order = await renew([bad, one]);
  await payBy(order, 'bank');
  await proformsOf(order);
  const { id: payment } = await paymentOf(order);
  await end(bad);
  await expect(operator.run('confirmPayment', { payment })).rejects.toMatchObject({
    code: 'wrong_state',
    message: 'The payment asks for less than its documents. Give the amount that arrived.',
  });
  await operator.run('confirmPayment', { payment, amount: '24.00' });
  expect(await orderNow()).toMatchObject({ status: 'paid' });
  expect(await balance(house.lab, me)).toBe(12);
});

test('an order without a line left is cancelled, and two ends at the same moment both leave it', async () => {
  const ids = [await server(), await server(), await server()] as const;
  const order = await renew([...ids]);
  await Promise.all([end(ids[0]), end(ids[1])]);
  expect(await linesOf(order)).toEqual([ids[2]]);
  expect(await orderNow()).toMatchObject({ status: 'awaiting_payment', gross: 1200n });
  await end(ids[2]);
  expect(await orderNow()).toMatchObject({ status: 'cancelled', gross: 1200n });
  expect(await house.written(me)).toEqual([]);
});

test('the mail about the end names a renewal that it cancelled, once, with its addon, and no order that stays', async () => {
  const [bad, one] = [await server(), await server()];
  await givenAddon(db(), { serverId: bad, key: 'backups' });
  // Without a machine no workflow locks it.
  await db().updateTable('server_details').set({ power: 'absent' }).where('id', '=', bad).execute();
  const gone = await renew([bad]);
  const stays = await renew([one]);
  await payBy(gone, 'bank');
  await house.written(me);
  await end(bad);
  const about = async () => {
    await house.written(me);
    return (await mailsOf(db(), me)).filter(({ template }) => template === 'service-ending').map(({ data }) => data);
  };
  expect(await about()).toMatchObject([{ orders: [gone] }]);
  await operator.run('keepService', { service: bad, reason: 'A mistake.' });
  await house.written(me);
  await end(bad);
  expect(await about()).toMatchObject([{ orders: [gone] }, { orders: [] }]);
  const { status } = await db().selectFrom('orders').select('status').where('id', '=', stays).executeTakeFirstOrThrow();
  expect(status).toBe('awaiting_payment');
});

test('a renewal whose charge fails after the request loses the service then, and is asked for again', async () => {
  const [bad, one] = [await server({ auto_renew: true }), await server({ auto_renew: true })];
  await givenSavedCard(db(), me);
  await house.given.renew();
  const order = await orderNow();
  const { id } = await paymentOf(order.id);
  await markPaymentOpen(db() as never, id);
  await updatePayment(db(), id, { attempted_at: house.clock.now() });
  await db().updateTable('orders').set({ status: 'processing' }).where('id', '=', order.id).execute();
  await end(bad);
  expect(await linesOf(order.id)).toEqual([bad, one]);
  await house.refuseCharge(order.id);
  // No worker suspends the server here.
  await db().deleteFrom('locks').execute();
  await expireServices(house.given.cx());
  expect(await linesOf(order.id)).toEqual([one]);
  expect(await orderNow()).toMatchObject({ id: order.id, status: 'awaiting_payment', gross: 1200n });
  house.setTime(new Date(NOW.getTime() + minutes(2)));
  expect((await house.written(me)).filter(({ template }) => template === 'renewal-due')).toMatchObject([
    { data: { debts: [{ order: order.id, amount: '12.00 EUR' }], reduced: true } },
  ]);
});
