/** Tests the mails about money that is sent back to its payer right after another movement of the same money. */
import { MAIL_LANGUAGES } from '@innkeeper/model/mail/languages';
import { renderMail } from '@innkeeper/model/mail/render';
import { mailText } from '@innkeeper/model/mail/texts';
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

test('a transfer that came back and is sent again is told with its new account, and without advice to contact support', async () => {
  const { db } = lab.chain;
  const me = await givenAccount(db);
  const { payment } = await lab.transfer(me, 30);
  await lab.importStatement({ amount: '30.00', text: payment.reference, payer: 'Ada', iban: 'AT611904300234573201' });
  const pending = async () => {
    await lab.chain.worker.idle();
    const { data } = await lab.operator.run('listRefunds', { to_send: true });
    return data.find(({ account }) => account === me.accountId)?.id ?? expect.fail('no refund');
  };
  await lab.operator.run('refundPayment', { payment: payment.id, amount: '20' });
  await composeNow(db);
  const told = (await mailsOf(db, me)).length;
  const fail = async () => lab.operator.run('failRefund', { refund: await pending(), reason: 'The account is closed.' });
  await fail();
  const other = { payee: 'Ada', iban: 'DE89 3704 0044 0532 0130 00' };
  await lab.operator.run('refundPayment', { payment: payment.id, amount: '20', ...other });
  await composeNow(db);
  const [mail, ...others] = (await mailsOf(db, me)).slice(told);
  expect(others).toEqual([]);
  const data = mail?.template === 'payout-returned' ? mail.data : expect.fail();
  const again = { amount: '20.00 EUR', to: { by: 'transfer', iban: 'DE89 … 3000' } };
  expect(data).toMatchObject({ amount: '20.00 EUR', to: { iban: 'AT61 … 3201' }, balance: null, again });
  for (const language of MAIL_LANGUAGES)
    expect(renderMail(mailText('payout-returned', data, language)).text).not.toMatch(/Please contact support|wenden Sie sich/);
  // The new one fails too. Nothing sends the money now.
  await fail();
  await composeNow(db);
  expect((await mailsOf(db, me)).slice(told + 1)).toMatchObject([
    { template: 'payout-returned', data: { to: { iban: 'DE89 … 3000' }, balance: '30.00 EUR', again: null } },
  ]);
});
