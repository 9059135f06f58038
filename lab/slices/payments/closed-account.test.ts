/** Tests money of closed accounts: none is added to a balance that nobody can use, and each refusal names a way that gives it back. */
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { composeNow } from '../../given-mails.ts';
import { givenStaff } from '../../given-staff.ts';
import { openPaymentLab, type PaymentLab } from '../../payment-lab.ts';

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
const account = () => String(me.accountId);
const SEND_BACK = 'Send the money back from your bank account.';
async function closeAccount() {
  const at = new Date();
  const closed = { closing_asked_at: at, closes_at: at, closed_at: at };
  await db().updateTable('accounts').set(closed).where('id', '=', me.accountId).execute();
}
const balance = async () => (await lab.operator.run('showAccount', { account: account() })).balance;
const arrive = (amount: string, text: string) => lab.importStatement({ amount, text, payer: 'Ada', iban: IBAN });
async function lapse(order: number) {
  await db().updateTable('orders').set({ due_at: new Date() }).where('id', '=', order).execute();
  await expireOrders(givenJobCx(db()));
}
/** Orders work for 60.00 and pays it by transfer. Returns the order and its payment. */
async function givenPaidOrder() {
  const { id } = await lab.operator.run('addOrder', { account: account(), lines: ['Setup=50.00'] });
  await issueNow(db());
  await lab.chain.call('payOrders', { body: { order_ids: [id], payment_method: 'bank' } }, { token: me.token });
  await lab.chain.worker.idle();
  const [payment] = (await lab.operator.run('listPayments', { account: account() })).data;
  if (!payment) throw new Error('no payment');
  await arrive('60.00', payment.reference);
  return { order: id, payment };
}

test('a transfer for an old payment of a closed account waits with a hint, and nobody can assign or confirm it', async () => {
  const { orderId, payment } = await lab.transfer(me, 20);
  await lapse(orderId);
  await closeAccount();
  const { matched, unmatched } = await arrive('20.00', payment.reference);
  expect({ matched, unmatched }).toMatchObject({
    matched: 0,
    unmatched: [
      { payment_id: null, hint: `The credit names payment ${payment.id} of account ${account()}, which is closed. ${SEND_BACK}` },
    ],
  });
  const refusal = { code: 'wrong_state', message: `Account ${account()} is closed. ${SEND_BACK}` };
  const assigned = lab.operator.run('assignBank', { line: unmatched[0]?.id, payment: payment.id });
  await expect(assigned).rejects.toMatchObject(refusal);
  await expect(lab.operator.run('confirmPayment', { payment: payment.id })).rejects.toMatchObject(refusal);
  expect(await balance()).toBe('0.00');
});

test('the transfer that staff had confirmed by hand is matched after the closing, and adds no money', async () => {
  const { payment } = await lab.transfer(me, 20);
  await lab.operator.run('confirmPayment', { payment: payment.id });
  await lab.operator.run('refundPayment', { payment: payment.id, iban: IBAN, payee: 'Ada' });
  await lab.chain.worker.idle();
  await closeAccount();
  expect(await arrive('20.00', payment.reference)).toMatchObject({ matched: 1, unmatched: [] });
  expect(await balance()).toBe('0.00');
  const again = await arrive('21.00', payment.reference);
  expect(again.unmatched).toMatchObject([{ hint: expect.stringContaining('which is closed') }]);
});

test('a transfer that names the invoice of a paid order gets no advice to add it to a closed balance', async () => {
  const { order } = await givenPaidOrder();
  const { rows } = await sql<{ number: string }>`
    select i.document ->> 'number' as number from invoices i join invoice_orders o on o.invoice_id = i.id
    where i.type = 'proform' and o.order_id = ${order}`.execute(db());
  await closeAccount();
  const { unmatched } = await arrive('60.00', `Invoice ${rows[0]?.number}`);
  const hint = `The credit names a pro forma invoice of order ${order}, which is paid. Account ${account()} is closed. ${SEND_BACK}`;
  expect(unmatched).toMatchObject([{ hint }]);
});

test('the refusal to refund an order of a closed account names commands that give the money back', async () => {
  const { order, payment } = await givenPaidOrder();
  await closeAccount();
  const refund = lab.operator.run('refundOrder', { order, to: 'payer', reason: 'It never worked.' });
  await expect(refund).rejects.toMatchObject({
    code: 'wrong_state',
    message: expect.stringMatching(new RegExp(`account fund ${account()},.* payment refund ${payment.id}\\.$`)),
  });
  await lab.operator.run('fundAccount', { account: account(), amount: '60', reason: 'To send back' });
  await lab.operator.run('refundPayment', { payment: payment.id });
  await lab.chain.worker.idle();
  const { data } = await lab.operator.run('listRefunds', { to_send: true });
  const toSend = data.find((one) => one.payment === payment.id);
  expect(toSend).toMatchObject({ amount: '60.00', payee: 'Ada', iban: IBAN });
  await lab.operator.run('settleRefund', { refund: toSend?.id });
  await composeNow(db());
  expect(await balance()).toBe('0.00');
});

test('a closed account gets no credit, but for money that its payments can send back', async () => {
  const fund = (amount: string) => lab.operator.run('fundAccount', { account: account(), amount, reason: 'To send back' });
  const refused = (way: string) => ({
    code: 'wrong_state',
    message: `Account ${account()} is closed, so nobody can use its balance. ${way}`,
  });
  const { payment } = await givenPaidOrder();
  await closeAccount();
  const atMost = 'Credit at most 60.00, which its payments can send back, and send it with ./innkeeper payment refund.';
  await expect(fund('60.01')).rejects.toMatchObject(refused(atMost));
  await fund('60');
  const covered = 'Its balance of 60.00 covers all that its payments can send back: run ./innkeeper payment refund.';
  await expect(fund('0.01')).rejects.toMatchObject(refused(covered));
  await lab.operator.run('refundPayment', { payment: payment.id });
  await expect(fund('0.01')).rejects.toMatchObject(refused('No payment of it can be sent back.'));
  expect(await balance()).toBe('0.00');
  await lab.chain.worker.idle();
});

test('a second person is not asked about a credit of a closed account', async () => {
  await closeAccount();
  const { token } = await givenStaff(db(), { role: 'billing' });
  const asked = await lab.chain.send({
    ...{ method: 'POST', url: `/v1/operator/accounts/${account()}/fund`, headers: { authorization: `Bearer ${token}` } },
    payload: { amount: '500', reason: 'Sorry' },
  });
  expect(asked).toMatchObject({ status: 422, body: { code: 'wrong_state', message: expect.stringContaining('is closed') } });
});

test('a payment that a gateway has received for a closed account is refunded at the gateway', async () => {
  const deposit = { body: { amount: 20, payment_method: 'card' } } as const;
  const { id } = (await lab.chain.call('depositFunds', deposit, { token: me.token })).body;
  await lab.chain.worker.idle();
  const [payment] = (await lab.operator.run('listPayments', { account: account() })).data;
  await lab.operator.run('failPayment', { payment: payment?.id });
  await lapse(Number(id));
  await closeAccount();
  await expect(lab.operator.run('confirmPayment', { payment: payment?.id })).rejects.toMatchObject({
    message: `Account ${account()} is closed. Refund it at sandbox.`,
  });
});
