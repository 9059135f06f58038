/** Tests the mail about an order that was not paid in time. */
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { composeNow, mailsOf } from '../../given-mails.ts';
import { openPaymentLab, type PaymentLab } from '../../payment-lab.ts';

let lab: PaymentLab;
let me: GivenAccount;
let seen = 0;
beforeAll(async () => {
  lab = await openPaymentLab();
  await givenSeller(lab.chain.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.chain.db);
  seen = 0;
});

const db = () => lab.chain.db;
const as = () => ({ token: me.token });
const addOrder = async (...lines: string[]): Promise<number> =>
  (await lab.operator.run('addOrder', { account: String(me.accountId), lines })).id;

/** Issues what is due and writes the mails. Returns the mails since the last call. */
async function written() {
  await issueNow(db());
  await composeNow(db());
  const mails = (await mailsOf(db(), me)).slice(seen);
  seen += mails.length;
  return mails;
}

/** Lets an order lapse that was due at this time. Returns the mails about it. */
async function lapse(order: number, dueAt = new Date()) {
  await db().updateTable('orders').set({ due_at: dueAt }).where('id', '=', order).execute();
  await expireOrders(givenJobCx(db()));
  expect(await lab.orderOf(me, order)).toMatchObject({ status: 'cancelled' });
  return written();
}

test('an order that lapses after it was asked for is told once, and nothing is owed', async () => {
  const order = await addOrder('Setup=50.00');
  expect(await written()).toMatchObject([{ template: 'order-waiting' }]);
  const dueAt = new Date();
  const [mail, ...others] = await lapse(order, dueAt);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    template: 'order-lapsed',
    address: me.email,
    data: { order, gross: '60.00 EUR', lines: [{ label: 'Setup' }], until: dueAt.getTime(), isSuspended: false },
    attachments: [],
  });
  expect(await written()).toEqual([]);
});

test('the mail of a suspended account knows that nobody can order again', async () => {
  const order = await addOrder('Setup=50.00');
  await written();
  const suspended = { suspended_at: new Date(), suspend_reason: 'Abuse' };
  await db().updateTable('accounts').set(suspended).where('id', '=', me.accountId).execute();
  expect(await lapse(order)).toMatchObject([{ template: 'order-lapsed', data: { order, isSuspended: true } }]);
});

test('no mail tells of an order that lapsed unasked or long ago, of a cancelled one, or of one in a trial', async () => {
  const unasked = await addOrder('Setup=50.00');
  expect(await lapse(unasked)).toEqual([]);
  const [long, cancelled, trial] = [await addOrder('One=5.00'), await addOrder('Two=5.00'), await addOrder('Three=5.00')];
  expect(await written()).toHaveLength(3);
  expect(await lapse(long, new Date(Date.now() - days(8)))).toEqual([]);
  expect((await lab.chain.call('deleteOrder', { params: { id: cancelled } }, as())).status).toBeLessThan(300);
  expect(await written()).toEqual([]);
  await db().updateTable('orders').set({ due_at: new Date() }).where('id', '=', trial).execute();
  await expireOrders(givenJobCx(db()));
  await composeNow(db(), { trial: true });
  expect(await written()).toEqual([]);
});
