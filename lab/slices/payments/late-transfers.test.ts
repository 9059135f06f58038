/** Tests transfers that nobody waits for any more: their money becomes balance, by the named order or by a person, and can be refunded. */

import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { payWaitingOrders } from '@innkeeper/jobs/pay-waiting-orders';
import { minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { composeNow, mailsOf } from '../../given-mails.ts';
import { pollPaymentsAhead, postTransfersNow } from '../../given-payments.ts';
import { givenStaff } from '../../given-staff.ts';
import { openPaymentLab, type PaymentLab } from '../../payment-lab.ts';
import { balance } from '../given-deploy.ts';

const IBAN = 'DE89370400440532013000';
let lab: PaymentLab;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openPaymentLab();
  await givenSeller(lab.chain.db, { iban: 'AT611904300234573201' });
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.chain.db);
});
afterEach(() => expectBooksClean(lab.chain.db));

const db = () => lab.chain.db;

/** Orders 60.00, issues the pro forma invoice, and lets the order lapse. Returns the order and the number of its invoice. */
async function givenLapsed({ byTransfer = false } = {}) {
  const account = String(me.accountId);
  const { id } = await lab.operator.run('addOrder', { account, lines: ['Setup=50.00'] });
  await issueNow(db());
  const { rows } = await sql<{ number: string }>`
    select i.document ->> 'number' as number from invoices i join invoice_orders o on o.invoice_id = i.id where o.order_id = ${id}`.execute(
    db(),
  );
  if (byTransfer) await lab.chain.call('payOrders', { body: { order_ids: [id], payment_method: 'bank' } }, { token: me.token });
  await lab.chain.worker.idle();
  await db().updateTable('orders').set({ due_at: new Date() }).where('id', '=', id).execute();
  await expireOrders(givenJobCx(db()));
  await composeNow(db());
  return { order: id, number: rows[0]?.number ?? expect.fail('no invoice') };
}
const paymentsOf = async () => (await lab.operator.run('listPayments', { account: String(me.accountId) })).data;
async function mailed() {
  await composeNow(db());
  return (await mailsOf(db(), me)).filter(({ template }) => template === 'payment-kept');
}
async function givenCredit(amount: string, text: string): Promise<number> {
  const { unmatched } = await lab.importStatement({ amount, text, payer: 'Ada', iban: IBAN });
  return unmatched[0]?.id ?? expect.fail('matched');
}

test('a transfer that names the invoice of a lapsed order becomes balance, with the mail, and is refunded', async () => {
  const { order, number } = await givenLapsed();
  const credit = { amount: '60.00', text: `Invoice ${number}`, payer: 'Ada', iban: IBAN };
  expect(await lab.importStatement(credit)).toMatchObject({ matched: 1, unmatched: [] });
  expect(await balance(lab.chain, me)).toBe(60);
  expect(await lab.orderOf(me, order)).toMatchObject({ status: 'cancelled' });
  expect(await mailed()).toMatchObject([
    { data: { order, why: 'order-gone', kept: '60.00 EUR', missing: null, since: [], isReplaced: false } },
  ]);
  const [payment] = await paymentsOf();
  expect(payment).toMatchObject({ gateway: 'bank', received: '60.00', order_ids: [order] });
  const begun = db().selectFrom('audit_log').select('details').where('action', '=', 'payment.begun');
  expect(await begun.where('resource_id', '=', payment?.id ?? 0).execute()).toEqual([{ details: { orders: [order] } }]);
  await lab.operator.run('refundPayment', { payment: payment?.id });
  await lab.chain.worker.idle();
  const toSend = await lab.operator.run('listRefunds', { to_send: true });
  expect(toSend.data).toMatchObject([{ account: me.accountId, amount: '60.00', payee: 'Ada', iban: IBAN }]);
  await lab.operator.run('settleRefund', { refund: toSend.data[0]?.id });
  expect(await balance(lab.chain, me)).toBe(0);
});

test('a cancelled order keeps its transfer, and a second credit waits with the way to book it', async () => {
  const { order, number } = await givenLapsed({ byTransfer: true });
  expect(await paymentsOf()).toHaveLength(1);
  const { matched, unmatched } = await lab.importStatement(
    { amount: '60.00', text: `Invoice ${number}` },
    { amount: '60.00', text: `Invoice ${number} again` },
    { amount: '59.00', text: `Invoice ${number} without the fee` },
  );
  expect(matched).toBe(1);
  const of = `The credit names a pro forma invoice of order ${order},`;
  const how = `To make it balance, assign it with --account ${me.accountId}.`;
  expect(unmatched.map(({ hint }) => hint)).toEqual([
    `${of} and so does another credit. ${how}`,
    `${of} which is over 60.00. ${how}`,
  ]);
  expect(await paymentsOf()).toHaveLength(1);
  expect(await balance(lab.chain, me)).toBe(60);
});

test('a transfer that comes after a card has paid its order is balance, and the mail says how each was paid', async () => {
  const account = String(me.accountId);
  const { id: order } = await lab.operator.run('addOrder', { account, lines: ['Setup=50.00'] });
  const pay = async (payment_method: 'bank' | 'card') => {
    await lab.chain.call('payOrders', { body: { order_ids: [order], payment_method } }, { token: me.token });
    await lab.chain.worker.idle();
  };
  await pay('bank');
  const [{ reference: text } = expect.fail('no payment')] = await paymentsOf();
  await pay('card');
  await pollPaymentsAhead(lab.chain, minutes(1));
  await vi.waitFor(async () => expect(await lab.orderOf(me, order)).toMatchObject({ status: 'paid' }));
  await lab.importStatement({ amount: '60.00', text, payer: 'Ada', iban: IBAN });
  const money = { amount: '60.00 EUR', kept: '60.00 EUR', balance: '60.00 EUR' };
  expect(await mailed()).toMatchObject([
    { data: { order, why: 'order-paid', ...money, came: { by: 'transfer' }, paid: { by: 'card' } } },
  ]);
});

test('bank assign adds a credit to the balance of an account, with the mail, and it can be refunded', async () => {
  const line = await givenCredit('12.00', 'for my servers');
  expect(await lab.operator.print('listBank')).toContain('or add it to a balance with --account <account>.');
  const { payment_id } = await lab.operator.run('assignBank', { line, account: me.email });
  await postTransfersNow(db());
  expect(await balance(lab.chain, me)).toBe(12);
  expect(await mailed()).toMatchObject([{ data: { order: null, why: 'no-order', kept: '12.00 EUR' } }]);
  const details = db().selectFrom('audit_log').select(['account_id', 'details']).where('action', '=', 'assignBank');
  expect(await details.where('resource_id', '=', payment_id).execute()).toEqual([
    { account_id: me.accountId, details: { line, above: '12.00' } },
  ]);
  expect(await lab.operator.print('showPayment', { payment: payment_id })).toContain('for no order.');
  await lab.operator.run('refundPayment', { payment: payment_id });
  await lab.chain.worker.idle();
  expect((await lab.operator.run('listRefunds', { to_send: true })).data).toMatchObject([{ payment: payment_id, iban: IBAN }]);
  await expect(lab.operator.run('assignBank', { line, account: me.email })).rejects.toThrow('already assigned');
  await expect(lab.operator.run('assignBank', { line })).rejects.toThrow('Name either a payment or an account.');
  await expect(lab.operator.run('assignBank', { line, payment: payment_id, account: me.email })).rejects.toThrow('Name either');
});

test('a mail about money names the balance only if it is still the one right after', async () => {
  const assign = async (amount: string) => {
    const { payment_id } = await lab.operator.run('assignBank', {
      line: await givenCredit(amount, 'for my servers'),
      account: me.email,
    });
    await postTransfersNow(db());
    return payment_id ?? expect.fail('not assigned');
  };
  await assign('11.00');
  expect((await mailed()).map(({ data }) => data)).toMatchObject([{ balance: '11.00 EUR' }]);
  const payment = await assign('7.00');
  await lab.operator.run('refundPayment', { payment });
  await lab.chain.worker.idle();
  expect((await mailed()).map(({ data }) => data)).toMatchObject([
    { balance: '11.00 EUR' },
    { amount: '7.00 EUR', balance: null },
  ]);
  const { data } = await lab.operator.run('listRefunds', { to_send: true });
  const failed = { refund: data.find(({ account }) => account === me.accountId)?.id, reason: 'The account is closed.' };
  await lab.operator.run('failRefund', failed);
  await lab.operator.run('fundAccount', { account: me.email, amount: '1', reason: 'A gift.' });
  await composeNow(db());
  expect((await mailsOf(db(), me)).slice(-2)).toMatchObject([
    { template: 'payout-returned', data: { amount: '7.00 EUR', balance: null } },
    { template: 'balance-changed', data: { amount: '1.00 EUR', balance: '19.00 EUR' } },
  ]);
});

test('a mail about a credit for a balance names orders that wait, and those that the balance has paid', async () => {
  const account = String(me.accountId);
  const { id: waits } = await lab.operator.run('addOrder', { account, lines: ['Setup=50.00'] });
  const line = await givenCredit('60.00', 'for the setup');
  await lab.operator.run('assignBank', { line, account });
  await postTransfersNow(db());
  const kept = { order: null, why: 'no-order', balance: '60.00 EUR' };
  expect(await mailed()).toMatchObject([
    { data: { ...kept, since: [], debts: [{ order: waits, amount: '60.00 EUR' }], moreDebts: 0, pay: null } },
  ]);
  const { id: pays } = await lab.operator.run('addOrder', { account, lines: ['Rack=20.00'], auto_pay: true });
  expect(await lab.orderOf(me, pays)).toMatchObject({ status: 'paid', payment_method: 'balance' });
  const { id: later } = await lab.operator.run('addOrder', { account, lines: ['Disks=40.00'], auto_pay: true });
  await lab.operator.run('assignBank', { line: await givenCredit('12.50', 'for the disks'), account });
  await postTransfersNow(db());
  await payWaitingOrders(givenJobCx(db()));
  expect(await lab.orderOf(me, later)).toMatchObject({ status: 'paid' });
  expect((await mailed()).slice(1)).toMatchObject([
    { data: { amount: '12.50 EUR', why: 'no-order', since: [later], balance: '0.50 EUR' } },
  ]);
});

test('a mail about a credit that is less than the waiting orders need says what is missing, and where to transfer it', async () => {
  const account = String(me.accountId);
  const add = async (line: string) => (await lab.operator.run('addOrder', { account, lines: [line] })).id;
  const orders = [await add('Setup=10.00'), await add('Rack=5.01')];
  await lab.operator.run('assignBank', { line: await givenCredit('6.00', 'for the rack'), account });
  await postTransfersNow(db());
  const [mail] = await mailed();
  const debts = [12, 6.01].map((amount, i) => ({ order: orders[i], amount: `${amount.toFixed(2)} EUR` }));
  const pay = { by: 'transfer', iban: 'AT611904300234573201', reference: expect.stringMatching(/^RF/) };
  expect(mail?.data).toMatchObject({ why: 'no-order', balance: '6.00 EUR', debts, moreDebts: 0, lacks: '12.01 EUR', pay });
  expect(mail?.data).not.toHaveProperty('open');
  // The named reference adds the rest to the balance, which then suffices.
  const { reference } = mail?.template === 'payment-kept' && mail.data.pay?.by === 'transfer' ? mail.data.pay : expect.fail();
  await lab.importStatement({ amount: '12.01', text: reference, payer: 'Ada', iban: IBAN });
  await postTransfersNow(db());
  expect(await balance(lab.chain, me)).toBe(18.01);
  const [, again] = await mailed();
  expect(again?.data).toMatchObject({ amount: '12.01 EUR', balance: '18.01 EUR', debts, pay: null });
  expect(again?.data).not.toHaveProperty('lacks');
});

test('a mail about a credit of a suspended account names the waiting orders, and no way to pay them', async () => {
  const account = String(me.accountId);
  const { id: order } = await lab.operator.run('addOrder', { account, lines: ['Setup=10.00'] });
  const line = await givenCredit('6.00', 'for the setup');
  await lab.operator.run('suspendAccount', { account, reason: 'It sends spam.' });
  await lab.operator.run('assignBank', { line, account });
  await postTransfersNow(db());
  const [mail] = await mailed();
  expect(mail?.data).toMatchObject({ isSuspended: true, debts: [{ order, amount: '12.00 EUR' }], pay: null });
  expect(mail?.data).not.toHaveProperty('lacks');
});

test('a mail about money for a cancelled order names the order that replaced it, and does not advise to order again', async () => {
  const { order, number } = await givenLapsed();
  const account = String(me.accountId);
  const { id: replacement } = await lab.operator.run('addOrder', { account, lines: ['Setup=50.00'], auto_pay: true });
  await lab.importStatement({ amount: '60.00', text: `Invoice ${number}`, payer: 'Ada', iban: IBAN });
  await payWaitingOrders(givenJobCx(db()));
  expect(await lab.orderOf(me, replacement)).toMatchObject({ status: 'paid' });
  const data = { order, why: 'order-gone', since: [replacement], debts: [], isReplaced: true, balance: '0.00 EUR' };
  expect(await mailed()).toMatchObject([{ data }]);
});

test('a credit for a balance counts towards the daily limit', async () => {
  const ann = await givenStaff(db(), { role: 'billing' });
  const bob = await givenStaff(db(), { role: 'billing' });
  const line = await givenCredit('30000.00', 'a large sum');
  const post = (path: string, { token }: { token: string }, payload?: object) =>
    lab.chain.send({
      method: 'POST',
      url: `/v1/operator${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    });
  const waiting = await post(`/bank/${line}/assign`, ann, { account: me.email });
  expect(waiting).toMatchObject({ status: 202, body: { amount: '30000.00', account: me.accountId } });
  expect((await post(`/approvals/${waiting.body.id}/approve`, bob)).status).toBe(200);
  await postTransfersNow(db());
  expect(await balance(lab.chain, me)).toBe(30_000);
});

test('money for a closed account waits for a person, who cannot add it to the balance', async () => {
  const { order, number } = await givenLapsed();
  const [closing, open] = [new Date(), null].map((at) => ({ closing_asked_at: at, closes_at: at, closed_at: at }));
  await db()
    .updateTable('accounts')
    .set(closing ?? {})
    .where('id', '=', me.accountId)
    .execute();
  const closed = `account ${me.accountId}, which is closed. Send the money back from your bank account.`;
  const { unmatched } = await lab.importStatement({ amount: '60.00', text: number });
  expect(unmatched).toMatchObject([{ hint: `The credit names a pro forma invoice of order ${order} of ${closed}` }]);
  await expect(lab.operator.run('assignBank', { line: unmatched[0]?.id, account: String(me.accountId) })).rejects.toMatchObject({
    code: 'wrong_state',
    message: `Account ${me.accountId} is closed. Send the money back from your bank account.`,
  });
  await db()
    .updateTable('accounts')
    .set(open ?? {})
    .where('id', '=', me.accountId)
    .execute();
});
