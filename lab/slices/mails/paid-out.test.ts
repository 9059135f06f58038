/** Tests the mails about a refund to the balance whose money is sent back to its payer at once. */
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenAccount } from '../../given.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { composeNow, mailsOf } from '../../given-mails.ts';
import { openPaymentLab, type PaymentLab } from '../../payment-lab.ts';

let lab: PaymentLab;
beforeAll(async () => {
  lab = await openPaymentLab();
  await givenSeller(lab.chain.db);
});
afterAll(() => lab.close());

test('the refund to the balance is told first, and promises no orders of money that has left', async () => {
  const { db } = lab.chain;
  const me = await givenAccount(db);
  const { payment } = await lab.transfer(me, 60);
  await lab.importStatement({ amount: '60.00', text: payment.reference, payer: 'Ada', iban: 'AT611904300234573201' });
  const { id: order } = await lab.operator.run('addOrder', { account: me.email, lines: ['Setup=50.00'], auto_pay: true });
  await issueNow(db);
  await composeNow(db);
  const told = (await mailsOf(db, me)).length;
  await lab.operator.run('refundOrder', { order, to: 'balance', reason: 'One.' });
  await lab.operator.run('refundPayment', { payment: payment.id });
  await lab.chain.worker.idle();
  const { data: refunds } = await lab.operator.run('listRefunds', { to_send: true });
  await lab.operator.run('settleRefund', { refund: refunds.find(({ account }) => account === me.accountId)?.id as number });
  await composeNow(db, { aheadMs: 0 });
  expect((await mailsOf(db, me)).slice(told)).toEqual([]);
  await issueNow(db);
  await composeNow(db);
  await composeNow(db, { aheadMs: minutes(30) });
  expect((await mailsOf(db, me)).slice(told)).toMatchObject([
    { template: 'order-refunded', data: { amount: '60.00 EUR', to: { by: 'balance' }, isSpent: true } },
    { template: 'payout-sent', data: { amount: '60.00 EUR' } },
  ]);
});
