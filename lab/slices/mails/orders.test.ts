/** Tests the mails about orders, payments, refunds and balances: one of each fact, from what is true when it is written. */
import { transact } from '@innkeeper/domain/context';
import { refundPayment } from '@innkeeper/domain/payments/refund';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { payWaitingOrders } from '@innkeeper/jobs/pay-waiting-orders';
import { renderMail } from '@innkeeper/model/mail/render';
import { mailText } from '@innkeeper/model/mail/texts';
import { REFUND_REASONS } from '@innkeeper/model/services/refund-reasons';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenRefund, givenSeller, issueNow } from '../../given-invoices.ts';
import { composeNow, mailsOf } from '../../given-mails.ts';
import { pollPaymentsAhead } from '../../given-payments.ts';
import { openPaymentLab, type PaymentLab } from '../../payment-lab.ts';

const IBAN = 'AT611904300234573201';
let lab: PaymentLab;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openPaymentLab();
  await givenSeller(lab.chain.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await composeNow(lab.chain.db);
  me = await givenAccount(lab.chain.db);
  seen = 0;
});

const db = () => lab.chain.db;
const as = () => ({ token: me.token });
const addOrder = async (...lines: string[]): Promise<number> =>
  (await lab.operator.run('addOrder', { account: String(me.accountId), lines })).id;
const pay = (order: number, payment_method: 'card' | 'bank') =>
  lab.chain.call('payOrders', { body: { order_ids: [order], payment_method } }, as());

async function payByCard(order: number): Promise<void> {
  await pay(order, 'card');
  await lab.chain.worker.idle();
  await pollPaymentsAhead(lab.chain, minutes(1));
  await vi.waitFor(async () => expect(await lab.orderOf(me, order)).toMatchObject({ status: 'paid' }));
}

/** Asks to pay by transfer. Returns the payment and its reference. */
async function payByTransfer(order: number) {
  await pay(order, 'bank');
  await lab.chain.worker.idle();
  const { data } = await lab.operator.run('listPayments', { account: me.email });
  return data[0] as (typeof data)[number];
}

let seen = 0;
/** Issues what is due and writes the mails. Returns the mails since the last call. */
async function written() {
  await issueNow(db());
  await composeNow(db());
  const mails = (await mailsOf(db(), me)).slice(seen);
  seen += mails.length;
  return mails;
}

test('an order that waits is asked for once, with the way to pay it and its pro forma invoice', async () => {
  const order = await addOrder('Setup=50.00');
  await issueNow(db());
  await composeNow(db(), { aheadMs: minutes(1) });
  expect(await mailsOf(db(), me)).toEqual([]);
  const [mail, ...others] = await written();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    template: 'order-waiting',
    data: {
      order,
      ...{ net: '50.00 EUR', vat: '10.00 EUR', gross: '60.00 EUR' },
      lines: [{ label: 'Setup', amount: '50.00 EUR' }],
      pay: { by: 'transfer', iban: IBAN, reference: expect.stringMatching(/\S/) },
      page: expect.stringContaining(`/orders/${order}`),
    },
    attachments: [expect.any(Number)],
  });
  expect(await written()).toEqual([]);
  // The payer quotes the number of the invoice in groups.
  const { pay } = (mail?.data ?? {}) as { pay: { reference: string } };
  expect(pay.reference).toMatch(/^9\d{9}$/);
  await lab.importStatement({ amount: '60.00', text: pay.reference.replace(/(.{4})(?=.)/g, '$1 '), payer: 'Ada', iban: IBAN });
  expect(await lab.orderOf(me, order)).toMatchObject({ status: 'paid' });
});

test('an order that is paid before the mail is written gets no request to pay', async () => {
  const order = await addOrder('Setup=50.00');
  await issueNow(db());
  await payByCard(order);
  expect(await written()).toMatchObject([
    {
      template: 'order-paid',
      data: { order, gross: '60.00 EUR', paid: { by: 'card' }, invoices: [expect.stringMatching(/^\d{10}$/)], renewed: [] },
      attachments: [expect.any(Number)],
    },
  ]);
  expect(await written()).toEqual([]);
});

test('a payment from the balance says so', async () => {
  await lab.operator.run('fundAccount', { account: me.email, amount: '100', reason: 'A gift.' });
  await lab.operator.run('addOrder', { account: me.email, lines: ['Setup=50.00'], auto_pay: true });
  expect(await written()).toMatchObject([
    { template: 'balance-changed', data: { amount: '100.00 EUR', charged: false, reason: 'A gift.', balance: null } },
    { template: 'order-paid', data: { paid: { by: 'balance' }, added: null } },
  ]);
  await lab.operator.run('chargeAccount', { account: me.email, amount: '10', reason: 'It was too much.' });
  expect(await written()).toMatchObject([
    {
      template: 'balance-changed',
      data: { amount: '10.00 EUR', charged: true, reason: 'It was too much.', balance: '30.00 EUR' },
    },
  ]);
});

test('what the balance lacks counts the credit limit, if there is no account for transfers', async () => {
  await db().updateTable('seller').set({ iban: null, bic: null }).execute();
  await sql`update ledger_accounts set credit_limit = 5000 where account_id = ${me.accountId}`.execute(db());
  await addOrder('Setup=50.00');
  expect(await written()).toMatchObject([{ template: 'order-waiting', data: { pay: { by: 'balance', missing: '10.00 EUR' } } }]);
  await db().updateTable('seller').set({ iban: IBAN, bic: 'BKAUATWW' }).execute();
});

test('a transfer that is too small is kept, and one mail says what is missing', async () => {
  const order = await addOrder('Setup=50.00');
  const { reference: text } = await payByTransfer(order);
  await written();
  await lab.importStatement({ amount: '20.00', text, payer: 'Ada', iban: IBAN });
  const [mail, ...others] = await written();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    template: 'payment-kept',
    data: { amount: '20.00 EUR', kept: '20.00 EUR', order, why: 'too-little', missing: '40.00 EUR', balance: '20.00 EUR' },
  });
  // The rest with the named reference pays the order, and what is too much is balance.
  const { pay: way } = mail?.template === 'payment-kept' ? mail.data : expect.fail();
  if (way?.by !== 'transfer') return expect.fail('no account');
  expect(way.iban).toBe(IBAN);
  await lab.importStatement({ amount: '45.00', text: way.reference, payer: 'Ada', iban: IBAN });
  expect(await lab.orderOf(me, order)).toMatchObject({ status: 'paid' });
  expect((await written()).toSorted((a, b) => a.template.localeCompare(b.template))).toMatchObject([
    { template: 'order-paid' },
    {
      template: 'payment-kept',
      data: { amount: '45.00 EUR', kept: '5.00 EUR', balance: '5.00 EUR', order, why: 'too-much', missing: null, pay: null },
    },
  ]);
});

test('the surplus of a transfer is told, and a second transfer is balance', async () => {
  const order = await addOrder('Setup=50.00');
  const { reference: text } = await payByTransfer(order);
  await written();
  await lab.importStatement({ amount: '60.01', text, payer: 'Ada', iban: IBAN });
  expect(await written()).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ kept: '0.01 EUR', why: 'too-much', isSuspended: false }) }),
  );
  await lab.operator.run('suspendAccount', { account: me.email, reason: 'It sends spam.' });
  await lab.importStatement({ amount: '60.00', text, payer: 'Ada', iban: IBAN });
  expect(await written()).toMatchObject([
    { template: 'account-suspended' },
    { template: 'payment-kept', data: { kept: '60.00 EUR', why: 'order-paid', balance: '60.01 EUR', isSuspended: true } },
  ]);
});

test('a payment for several orders is told for all of them', async () => {
  const orders = [await addOrder('Setup=10.00'), await addOrder('Cabling=20.00'), await addOrder('Rack=30.00')];
  const payAll = { order_ids: orders, payment_method: 'bank' };
  const { body } = await lab.chain.call('payOrders', { body: payAll }, as());
  await lab.chain.worker.idle();
  const { data } = await lab.operator.run('listPayments', { account: me.email });
  const text = data[0]?.reference ?? expect.fail(JSON.stringify(body));
  await written();
  await lab.importStatement({ amount: '12.00', text, payer: 'Ada', iban: IBAN });
  const waiting = orders.map((order) => ({ order, state: 'waiting' }));
  expect(await written()).toMatchObject([
    {
      template: 'payment-kept',
      data: { order: null, orders: waiting, why: 'too-little', missing: '60.00 EUR', pay: { by: 'transfer', iban: IBAN } },
    },
  ]);
  // The first one is gone, and the others are not.
  await db()
    .updateTable('orders')
    .set({ due_at: new Date() })
    .where('id', '=', orders[0] ?? 0)
    .execute();
  await expireOrders(givenJobCx(db()));
  await lab.importStatement({ amount: '60.00', text, payer: 'Ada', iban: IBAN });
  const [gone, ...paid] = orders;
  const mails = await written();
  for (const order of paid) expect(await lab.orderOf(me, order)).toMatchObject({ status: 'paid' });
  expect(mails.filter(({ template }) => template === 'payment-kept')).toMatchObject([
    {
      data: {
        ...{ amount: '60.00 EUR', kept: '12.00 EUR', balance: '12.00 EUR', order: null, why: 'several-orders', missing: null },
        orders: [{ order: gone, state: 'gone' }, ...paid.map((order) => ({ order, state: 'paid' }))],
      },
    },
  ]);
});

test('a transfer whose attempt has ended pays its order from the balance, and no mail says that it did not', async () => {
  const order = await addOrder('Setup=50.00');
  const { id, reference: text } = await payByTransfer(order);
  await lab.operator.run('failPayment', { payment: id });
  await written();
  await lab.importStatement({ amount: '60.00', text, payer: 'Ada', iban: IBAN });
  // The balance pays the order in a job of its own, after this run.
  await composeNow(db(), { aheadMs: 0 });
  expect((await mailsOf(db(), me)).slice(seen)).toEqual([]);
  await db().updateTable('orders').set({ auto_pay: true }).where('id', '=', order).execute();
  await payWaitingOrders(givenJobCx(db()));
  const added = { amount: '60.00 EUR', came: { by: 'transfer' } };
  expect(await written()).toMatchObject([{ template: 'order-paid', data: { order, paid: { by: 'balance' }, added } }]);
});

test('the money of an order that is gone is balance, and the mail says why', async () => {
  const order = await addOrder('Setup=50.00');
  const { reference: text } = await payByTransfer(order);
  await db().updateTable('orders').set({ due_at: new Date() }).where('id', '=', order).execute();
  await expireOrders(givenJobCx(db()));
  expect(await written()).toEqual([]);
  await lab.importStatement({ amount: '60.00', text, payer: 'Ada', iban: IBAN });
  expect(await written()).toMatchObject([{ template: 'payment-kept', data: { why: 'order-gone', missing: null } }]);
});

test('a deposit by transfer is asked for and confirmed, once each', async () => {
  const { orderId, payment } = await lab.transfer(me, 30);
  expect(await written()).toMatchObject([
    { template: 'order-waiting', data: { order: orderId, pay: { by: 'transfer' }, gross: '30.00 EUR' } },
  ]);
  await lab.importStatement({ amount: '30.00', text: payment.reference, payer: 'Ada', iban: IBAN });
  expect(await written()).toMatchObject([
    {
      template: 'deposit-received',
      data: { amount: '30.00 EUR', balance: '30.00 EUR', paid: { by: 'transfer', iban: 'AT61 … 3201' } },
    },
  ]);
});

test('a refund names amount, reason and way, with its credit notes in one mail', async () => {
  const order = await addOrder('Setup=50.00', 'Cabling=20.00');
  await payByCard(order);
  await written();
  await lab.operator.run('refundOrder', { order, to: 'payer', reason: 'Sorry for the outage.' });
  await lab.chain.worker.idle();
  expect(await written()).toMatchObject([
    {
      template: 'order-refunded',
      data: {
        order,
        amount: '84.00 EUR',
        reason: 'Sorry for the outage.',
        to: { by: 'card' },
        notes: [expect.anything(), expect.anything()],
      },
      attachments: [expect.any(Number), expect.any(Number)],
    },
  ]);
  expect(await written()).toEqual([]);
  // An order can have thousands of lines, and an index has no room for the ids of their credit notes.
  const { once, attachments } = await db()
    .selectFrom('mails')
    .select(['once', 'attachments'])
    .where('account_id', '=', me.accountId)
    .where('template', '=', 'order-refunded')
    .executeTakeFirstOrThrow();
  expect(once).toBe(`order-refunded:${(attachments as number[])[0]}:${me.userId}`);
});

test('a refund to the balance and one to the bank are two mails, also within a minute', async () => {
  const order = await addOrder('Setup=50.00');
  const { reference: text } = await payByTransfer(order);
  await lab.importStatement({ amount: '60.00', text, payer: 'Ada', iban: IBAN });
  await written();
  const [line] = (await lab.operator.run('showOrder', { order })).lines;
  await lab.operator.run('refundOrder', { order, to: 'balance', reason: 'One.', lines: [`${line?.id}=10`] });
  await lab.operator.run('refundOrder', { order, to: 'payer', reason: 'Two.', lines: [`${line?.id}=5`] });
  await lab.operator.run('suspendAccount', { account: me.email, reason: 'It sends spam.' });
  await lab.chain.worker.idle();
  expect(await written()).toMatchObject([
    { template: 'account-suspended' },
    { template: 'order-refunded', data: { amount: '12.00 EUR', reason: 'One.', to: { by: 'balance' }, isSuspended: true } },
    { template: 'order-refunded', data: { amount: '6.00 EUR', reason: 'Two.', to: { by: 'transfer', iban: 'AT61 … 3201' } } },
  ]);
  const { data: refunds } = await lab.operator.run('listRefunds', { to_send: true });
  const own = refunds.find(({ account }) => account === me.accountId);
  await lab.operator.run('settleRefund', { refund: own?.id as number });
  expect(await written()).toEqual([]);
  await lab.operator.run('failRefund', { refund: own?.id as number, reason: 'The account is closed.' });
  expect((await lab.operator.run('showOrder', { order })).refunds.map(({ to, state }) => [to, state])).toEqual([
    ['balance', null],
    ['payer', 'failed'],
  ]);
  expect(await written()).toMatchObject([
    {
      template: 'payout-returned',
      data: { amount: '6.00 EUR', to: { by: 'transfer' }, balance: '18.00 EUR', reason: 'The account is closed.' },
    },
  ]);
});

test('a refund that failed before its mail was written could not be sent, and the mail after it says that the money is balance', async () => {
  const order = await addOrder('Setup=50.00');
  const { reference: text } = await payByTransfer(order);
  await lab.importStatement({ amount: '60.00', text, payer: 'Ada', iban: IBAN });
  await written();
  await lab.operator.run('refundOrder', { order, to: 'payer', reason: 'One.' });
  await lab.chain.worker.idle();
  const { data: refunds } = await lab.operator.run('listRefunds', { to_send: true });
  const own = refunds.find(({ account }) => account === me.accountId);
  await lab.operator.run('failRefund', { refund: own?.id as number, reason: 'The account is closed.' });
  // The customer reads of the refund before its failure, although only the first one waits a minute.
  await composeNow(db(), { aheadMs: 0 });
  await issueNow(db());
  await composeNow(db(), { aheadMs: seconds(30) });
  expect((await mailsOf(db(), me)).slice(seen)).toEqual([]);
  await written();
  await composeNow(db(), { aheadMs: minutes(30) });
  expect((await mailsOf(db(), me)).slice(-2)).toMatchObject([
    { template: 'order-refunded', data: { amount: '60.00 EUR', to: { by: 'transfer' }, isReturned: true } },
    { template: 'payout-returned', data: { amount: '60.00 EUR', balance: '60.00 EUR' } },
  ]);
});

test('a refund that the customer caused names the act, and not why another line of the order was refunded', async () => {
  await lab.operator.run('fundAccount', { account: me.email, amount: '100', reason: 'A gift.' });
  const bought = await lab.chain.call('purchaseSupportPlan', { body: { plan: 'premium', billing_cycle: 1 } }, as());
  expect(bought.body).toMatchObject({ status: 'paid' });
  await written();
  await db()
    .updateTable('orders')
    .set({ status_reason: REFUND_REASONS.not_built })
    .where('account_id', '=', me.accountId)
    .where('type', '<>', 'deposit')
    .execute();
  await lab.chain.call('cancelSupportPlan', { body: { now: true } }, as());
  const [mail, ...others] = await written();
  expect(others).toEqual([]);
  const data = mail?.template === 'order-refunded' ? mail.data : expect.fail();
  const why = { code: 'cancelled_early', label: 'support plan' };
  expect(data).toMatchObject({ reason: 'The support plan was cancelled before its expiry.', why, to: { by: 'balance' } });
});

test('the refund of a server that could not be built has the code of its reason, and says it in the language of the reader', async () => {
  const order = await addOrder('Setup=50.00');
  await payByCard(order);
  await written();
  await givenRefund(db(), { orderId: order, net: 50_00n, reason: REFUND_REASONS.not_built });
  const [mail, ...others] = await written();
  expect(others).toEqual([]);
  const data = mail?.template === 'order-refunded' ? mail.data : expect.fail();
  expect(data).toMatchObject({ reason: REFUND_REASONS.not_built, why: { code: 'not_built', label: null } });
  expect(renderMail(mailText('order-refunded', data, 'de')).text).toContain('Der Server konnte nicht erstellt werden.');
});

test('a refund of a payment alone is told when it was sent', async () => {
  const { payment } = await lab.transfer(me, 30);
  await lab.importStatement({ amount: '30.00', text: payment.reference, payer: 'Ada', iban: IBAN });
  await written();
  const { id } = await transact(givenJobCx(db()), (cx) => refundPayment(cx, payment.id, undefined));
  await lab.chain.worker.idle();
  expect(await written()).toEqual([]);
  await lab.operator.run('settleRefund', { refund: id });
  expect(await written()).toMatchObject([{ template: 'payout-sent', data: { amount: '30.00 EUR', to: { by: 'transfer' } } }]);
});

test('mails are in the language of each reader, and not sent to those who muted them', async () => {
  await db()
    .updateTable('users')
    .set({ language: 'de', muted_mails: ['deposit'] })
    .where('id', '=', me.userId)
    .execute();
  const { payment } = await lab.transfer(me, 30);
  await lab.importStatement({ amount: '30.00', text: payment.reference, payer: 'Ada', iban: IBAN });
  expect(await written()).toEqual([]);
  await addOrder('Setup=50.00');
  expect(await written()).toMatchObject([{ template: 'order-waiting', language: 'de' }]);
});

test('a trial mails nothing', async () => {
  await addOrder('Setup=50.00');
  await issueNow(db());
  await composeNow(db(), { trial: true });
  expect(await written()).toEqual([]);
});

test('two workers write each mail once', async () => {
  for (let i = 0; i < 10; i += 1) await addOrder('Setup=50.00');
  await issueNow(db());
  await Promise.all([composeNow(db()), composeNow(db())]);
  expect(await mailsOf(db(), me)).toHaveLength(10);
  expect(await db().selectFrom('mails_due').select('id').execute()).toEqual([]);
});
