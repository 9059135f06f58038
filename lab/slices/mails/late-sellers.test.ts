/** Tests that a seller who is named late mails nothing about what was before. */
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
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
  await composeNow(lab.chain.db);
  me = await givenAccount(lab.chain.db);
  seen = 0;
});

const db = () => lab.chain.db;
const addOrder = (...lines: string[]) => lab.operator.run('addOrder', { account: String(me.accountId), lines });

/** Issues what is due and writes the mails. Returns the mails since the last call. */
async function written() {
  await issueNow(db());
  await composeNow(db());
  const mails = (await mailsOf(db(), me)).slice(seen);
  seen += mails.length;
  return mails;
}

test('an old fact is not mailed: a seller that is named late sends nothing', async () => {
  await addOrder('Setup=50.00');
  await db()
    .updateTable('invoices_due')
    .set({ created_at: new Date(Date.now() - days(8)) })
    .execute();
  expect(await written()).toEqual([]);
  expect(await db().selectFrom('mails_due').select('id').execute()).toEqual([]);
});

test('a new refund is told beside an old one of its order, when a seller is named late', async () => {
  await lab.operator.run('fundAccount', { account: me.email, amount: '100', reason: 'A gift.' });
  const { id: order } = await lab.operator.run('addOrder', { account: me.email, lines: ['Setup=50.00'], auto_pay: true });
  await written();
  const [line] = (await lab.operator.run('showOrder', { order })).lines;
  await lab.operator.run('refundOrder', { order, to: 'balance', reason: 'One.', lines: [`${line?.id}=10`] });
  await db()
    .updateTable('invoices_due')
    .set({ created_at: new Date(Date.now() - days(8)) })
    .execute();
  await lab.operator.run('refundOrder', { order, to: 'balance', reason: 'Two.', lines: [`${line?.id}=5`] });
  expect(await written()).toMatchObject([{ template: 'order-refunded', data: { reason: 'Two.', amount: '6.00 EUR' } }]);
});
