import { deposit } from '@innkeeper/db/ledger';
import { eventsAfter, lastEventId } from '@innkeeper/db/tables/events';
import { placeDeposit } from '@innkeeper/domain/orders/place-deposit';
import { chargeSavedCard } from '@innkeeper/domain/payments/charge-saved-card';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenPaymentMethods, pollPaymentsAhead } from '../../given-payments.ts';
import { openOperator } from '../../operator.ts';
import { balance, deploy } from '../given-deploy.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
  await givenPaymentMethods(chain.db);
});
afterAll(() => chain.close());
afterEach(() => expectBooksClean(chain.db));

const as = ({ token }: GivenAccount) => ({ token });
const give = (owner: GivenAccount, amount: number, payment_method = 'card', store_card = false) =>
  chain.call('depositFunds', { body: { amount, payment_method, store_card } }, as(owner));
const orderOf = async (owner: GivenAccount, id: number) => (await chain.call('getOrder', { params: { id } }, as(owner))).body;
const until = (owner: GivenAccount, id: number, fields: object) =>
  vi.waitFor(async () => expect(await orderOf(owner, id)).toMatchObject(fields), { timeout: 10_000, interval: 20 });
const stateOf = async (orderId: number) =>
  chain.db
    .selectFrom('payments as p')
    .innerJoin('payment_orders as o', 'o.payment_id', 'p.id')
    .selectAll('p')
    .where('o.order_id', '=', orderId)
    .orderBy('p.id', 'desc')
    .executeTakeFirstOrThrow();
const stagesOf = async (orderId: number, method: string) => {
  const rows = await chain.db
    .selectFrom('payments as p')
    .innerJoin('payment_orders as o', 'o.payment_id', 'p.id')
    .select('o.stage')
    .where('o.order_id', '=', orderId)
    .where('p.method', '=', method)
    .orderBy('p.id')
    .execute();
  return rows.map(({ stage }) => stage);
};
const ordered = async (owner: GivenAccount, name = 'web-1') =>
  Number((await deploy(chain, owner, { name, auto_pay: false })).headers['x-order-id']);
const payBy = (owner: GivenAccount, order_ids: number[], payment_method: string) =>
  chain.call('payOrders', { body: { order_ids, payment_method } }, as(owner));

test('a deposit by card has a payment page, and is added to the balance without VAT', async () => {
  const owner = await givenAccount(chain.db);
  const answer = await give(owner, 20, 'card', true);
  expect(answer.status).toBe(201);
  const { id } = answer.body;
  expect(answer.headers['x-order-id']).toBe(String(id));
  expect(answer.body).toMatchObject({
    type: 'deposit',
    tax_rate: 1,
    amount: 20,
    amount_with_vat: 20,
    status: 'awaiting_payment',
  });
  expect(answer.body.services).toMatchObject([
    { label: 'Deposit', service_type: null, service_id: null, service_billing_cycle: null },
  ]);
  await until(owner, id, { payment_url: expect.stringContaining('https://') });
  expect(await balance(chain, owner)).toBe(0);
  await pollPaymentsAhead(chain, minutes(1));
  await until(owner, id, { status: 'paid', payment_method: 'card', payment_url: null, amount_from_balance: 0 });
  const { body } = await chain.call('getBalance', {}, as(owner));
  expect(body).toMatchObject({
    balance: 20,
    has_valid_card: true,
    last_deposit: { amount: 20, amount_with_vat: 20, payment_method: 'card' },
  });
});

test('refuses deposits outside the limits of the method, with an unknown method, or paid from the balance', async () => {
  const owner = await givenAccount(chain.db, { funds: 50_00n });
  expect((await give(owner, 0.5)).body.errors).toHaveProperty('amount');
  expect((await give(owner, 1000.01)).body.errors).toHaveProperty('amount');
  expect((await give(owner, 5, 'bitcoin')).body.errors).toHaveProperty('payment_method');
  const { id } = (await give(owner, 5, 'bank')).body;
  expect((await payBy(owner, [id], 'balance')).body.errors).toHaveProperty(['order_ids.0']);
  const change = (body: object) => chain.call('updateOrder', { params: { id }, body }, as(owner));
  expect((await change({ auto_pay: true })).body.errors).toHaveProperty('auto_pay');
  expect((await change({ payment_method: 'balance' })).body.errors).toHaveProperty('payment_method');
});

test('a deposit by transfer shows the bank account and the reference at once', async () => {
  const owner = await givenAccount(chain.db);
  const { body } = await give(owner, 12.5, 'bank');
  expect(body.payment_information).toMatchObject({
    ...{ account_holder: 'Inn Ltd', iban: 'AT611904300234573201', bic: 'BKAUATWW', amount: '12.50', currency: 'EUR' },
    reference: expect.stringMatching(/^RF\d\d( \w{4}){3}$/),
  });
  expect(body.payment_url).toBeNull();
});

test('at most 20 deposits can be pending at a time', async () => {
  const owner = await givenAccount(chain.db);
  // Places more orders than a customer may request at once, so bypasses the API.
  await chain.db.transaction().execute(async (db) => {
    const cx = { ...givenJobCx(db), db };
    for (let i = 0; i < 19; i += 1) await placeDeposit(cx, { accountId: owner.accountId, amount: 1_00n, method: 'bank' });
  });
  expect((await give(owner, 1, 'bank')).status).toBe(201);
  expect((await give(owner, 1, 'bank')).body).toMatchObject({ code: 'unpaid_limit' });
});

test('orders that are paid together share one payment and its page, and are paid together or not at all', async () => {
  const owner = await givenAccount(chain.db, { funds: 1n });
  const ids = [await ordered(owner, 'web-1'), await ordered(owner, 'web-2')];
  const answer = await payBy(owner, ids, 'card');
  expect(answer.status).toBe(200);
  // A repeated request returns the same payment.
  await payBy(owner, ids, 'card');
  await until(owner, ids[0] as number, { payment_url: expect.any(String) });
  const [a, b] = await Promise.all(ids.map((id) => orderOf(owner, id)));
  expect(a.payment_url).toBe(b.payment_url);
  expect(await chain.db.selectFrom('payments').select('amount').where('account_id', '=', owner.accountId).execute()).toEqual([
    { amount: 958n },
  ]);
  await pollPaymentsAhead(chain, minutes(1));
  for (const id of ids) await until(owner, id, { status: 'paid', payment_method: 'card', amount_from_balance: 0 });
  expect(await balance(chain, owner)).toBe(0.01);
});

test('after a declined payment the order waits, and another payment can replace it', async () => {
  const owner = await givenAccount(chain.db);
  const { id, payment_failure } = (await give(owner, 20.01)).body;
  expect(payment_failure).toBeNull();
  await until(owner, id, { payment_url: expect.stringMatching(/^https:\/\/console\.invalid\/sandbox#\w+$/) });
  // The workflow that opened the payment page ends after the page exists, and its end is an event.
  await chain.worker.idle();
  const eventBefore = await lastEventId(chain.db, owner.accountId);
  await pollPaymentsAhead(chain, minutes(1));
  expect(await stateOf(id)).toMatchObject({ state: 'failed', failure_code: 'card_declined', hard_decline: false });
  const declined = {
    status: 'awaiting_payment',
    payment_url: null,
    payment_failure: 'The card was declined. Use another payment method.',
  };
  expect(await orderOf(owner, id)).toMatchObject(declined);
  expect((await chain.call('listOrders', {}, as(owner))).body.data).toMatchObject([{ id, ...declined }]);
  const events = await eventsAfter(chain.db, { accountId: owner.accountId, after: eventBefore, limit: 10 });
  expect(events).toMatchObject([{ resource_kind: 'order', resource_id: id, change: 'updated' }]);
  await payBy(owner, [id], 'bank');
  expect(await orderOf(owner, id)).toMatchObject({ payment_method: 'bank', payment_information: { amount: '20.01' } });
  expect((await chain.call('deleteOrder', { params: { id } }, as(owner))).status).toBeLessThan(300);
  expect(await orderOf(owner, id)).toMatchObject({ status: 'cancelled', payment_failure: null });
});

test('a payment that the customer replaced is not shown as a failure', async () => {
  const owner = await givenAccount(chain.db);
  const change = (id: number, payment_method: string) =>
    chain.call('updateOrder', { params: { id }, body: { payment_method } }, as(owner));
  // This payment page is never paid.
  const { id } = (await give(owner, 20.06, 'bank')).body;
  const isOver = (method: string) => vi.waitFor(async () => expect(await stagesOf(id, method)).not.toContain('open'));
  await vi.waitFor(async () => expect(await stagesOf(id, 'bank')).toEqual(['open']));
  await payBy(owner, [id], 'card');
  await until(owner, id, { payment_url: expect.any(String), payment_failure: null });
  expect(await stagesOf(id, 'bank')).toEqual(['over']);
  await payBy(owner, [id], 'bank');
  await isOver('card');
  expect(await orderOf(owner, id)).toMatchObject({ payment_information: { amount: '20.06' }, payment_failure: null });
  expect((await change(id, 'card')).status).toBe(200);
  await pollPaymentsAhead(chain, 0);
  await isOver('bank');
  expect(await orderOf(owner, id)).toMatchObject({ payment_method: 'card', payment_failure: null });
  await payBy(owner, [id], 'card');
  await until(owner, id, { payment_url: expect.any(String) });
  expect((await change(id, 'bank')).status).toBe(200);
  await pollPaymentsAhead(chain, 0);
  await isOver('card');
  expect(await orderOf(owner, id)).toMatchObject({ payment_method: 'bank', payment_url: null, payment_failure: null });
});

test('shows a decline even after newer payments replaced it', async () => {
  const owner = await givenAccount(chain.db);
  const { id } = (await give(owner, 20.01)).body;
  await until(owner, id, { payment_url: expect.any(String) });
  await pollPaymentsAhead(chain, minutes(1));
  const declined = { payment_failure: 'The card was declined. Use another payment method.' };
  expect(await orderOf(owner, id)).toMatchObject(declined);
  await payBy(owner, [id], 'bank');
  await vi.waitFor(async () => expect(await stagesOf(id, 'bank')).toEqual(['open']));
  await payBy(owner, [id], 'card');
  await until(owner, id, { payment_url: expect.any(String), ...declined });
});

test('choosing another method closes the open page first; a payment that still succeeds there is booked once', async () => {
  const owner = await givenAccount(chain.db);
  // The payment succeeds while it is closed.
  const { id } = (await give(owner, 20.05)).body;
  await until(owner, id, { payment_url: expect.any(String) });
  await payBy(owner, [id], 'bank');
  await vi.waitFor(async () => {
    const stages = await chain.db
      .selectFrom('payment_orders')
      .select('stage')
      .where('order_id', '=', id)
      .orderBy('payment_id')
      .execute();
    expect(stages.map(({ stage }) => stage)).toEqual(['over', 'open']);
  });
  expect(await balance(chain, owner)).toBe(0);
  const late = await chain.db
    .selectFrom('payments')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  // A webhook reports it days later.
  await chain.db.updateTable('payments').set({ next_look_at: new Date() }).where('id', '=', late.id).execute();
  await pollPaymentsAhead(chain, minutes(1));
  expect(await balance(chain, owner)).toBe(20.05);
  const { body } = await chain.call('listBalanceTransactions', {}, as(owner));
  expect(body.data).toMatchObject([
    { description: expect.stringContaining('kept as balance: it arrived after the payment had ended') },
  ]);
  expect(await orderOf(owner, id)).toMatchObject({ status: 'awaiting_payment' });
});

test('the page of a cancelled or expired order is closed, and a late payment is added to the balance', async () => {
  const owner = await givenAccount(chain.db);
  const { id } = (await give(owner, 30)).body;
  await until(owner, id, { payment_url: expect.any(String) });
  expect((await chain.call('deleteOrder', { params: { id } }, as(owner))).status).toBe(204);
  await pollPaymentsAhead(chain, 0);
  expect(await stateOf(id)).toMatchObject({ state: 'failed', closing: false });
  expect(await orderOf(owner, id)).toMatchObject({ status: 'cancelled', payment_url: null });
  expect(await balance(chain, owner)).toBe(0);

  const late = (await give(owner, 30.05)).body;
  await until(owner, late.id, { payment_url: expect.any(String) });
  await expireOrders(givenJobCx(chain.db, { clock: { now: () => new Date(Date.now() + days(4)) } }));
  await pollPaymentsAhead(chain, days(4));
  expect(await balance(chain, owner)).toBe(0);
  // No webhook reports it.
  await pollPaymentsAhead(chain, days(5) + minutes(1));
  expect(await orderOf(owner, late.id)).toMatchObject({ status: 'cancelled' });
  expect(await balance(chain, owner)).toBe(30.05);
});

test('paying an order from the balance closes its payment page', async () => {
  const owner = await givenAccount(chain.db);
  const id = await ordered(owner);
  await payBy(owner, [id], 'card');
  await until(owner, id, { payment_url: expect.any(String) });
  await chain.db.transaction().execute((trx) =>
    deposit(trx, {
      ...{ accountId: owner.accountId, amount: 500n, gateway: 'operator', paymentMethod: 'operator' },
      description: 'a',
      now: new Date(),
    }),
  );
  expect((await payBy(owner, [id], 'balance')).status).toBe(200);
  await pollPaymentsAhead(chain, 0);
  expect(await stateOf(id)).toMatchObject({ state: 'failed' });
  expect(await orderOf(owner, id)).toMatchObject({ status: 'paid', payment_method: 'balance', amount_from_balance: 4.79 });
});

test('updateOrder sets how an order is paid; with auto_pay the balance pays it', async () => {
  const owner = await givenAccount(chain.db);
  const id = await ordered(owner);
  const change = (body: object, query = {}) => chain.call('updateOrder', { params: { id }, body, query }, as(owner));
  expect((await change({ auto_pay: true, payment_method: 'bank' })).body).toMatchObject({
    auto_pay: true,
    payment_method: 'bank',
  });
  expect((await change({ auto_pay: false }, { dry_run: 'true' })).body).toMatchObject({
    amount_with_vat: 4.79,
    covered_by_balance: false,
  });
  expect((await orderOf(owner, id)).auto_pay).toBe(true);
  expect((await change({ payment_method: 'bitcoin' })).body.errors).toHaveProperty('payment_method');
  expect((await change({})).status).toBe(422);
  expect(
    (await chain.call('updateOrder', { params: { id }, body: { auto_pay: true } }, as(await givenAccount(chain.db)))).status,
  ).toBe(403);
});

test('a card charge that stays undecided ends after three days, and its order awaits payment again', async () => {
  const owner = await givenAccount(chain.db, { country: 'US' });
  const { id } = (await give(owner, 20, 'card', true)).body;
  await until(owner, id, { payment_url: expect.any(String) });
  await pollPaymentsAhead(chain, minutes(1));
  await until(owner, id, { status: 'paid' });
  const account = { account: owner.email };
  const order = (await openOperator({ db: chain.db }).run('addOrder', { ...account, lines: ['Setup=30.06'], auto_pay: true })).id;
  const row = await chain.db.selectFrom('orders').selectAll().where('id', '=', order).executeTakeFirstOrThrow();
  const charge = await chain.db.transaction().execute((trx) => chargeSavedCard({ ...givenJobCx(trx), db: trx }, row));
  expect(charge).toMatchObject({ begun: true });
  await chain.worker.idle();
  await pollPaymentsAhead(chain, days(2));
  expect(await orderOf(owner, order)).toMatchObject({ status: 'processing' });
  await pollPaymentsAhead(chain, days(4));
  expect(await orderOf(owner, order)).toMatchObject({ status: 'awaiting_payment' });
  expect(await stateOf(order)).toMatchObject({ state: 'failed', failure_code: 'expired' });
});
