/** Tests that money which only came back, from a refund or a dispute, is not the last deposit. */
import { applyDispute } from '@innkeeper/domain/payments/dispute';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { openPaymentLab, type PaymentLab } from '../../payment-lab.ts';

let lab: PaymentLab;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openPaymentLab();
  me = await givenAccount(lab.chain.db);
});
afterAll(() => lab.close());

const balance = async () => (await lab.chain.call('getBalance', {}, { token: me.token })).body;

test('a failed refund and a won dispute return money, and the last deposit stays the last one', async () => {
  const { payment } = await lab.transfer(me, 20);
  await lab.importStatement({ amount: '20.00', text: payment.reference, payer: 'Ada', iban: 'AT611904300234573201' });
  const { last_deposit: deposit } = await balance();
  expect(deposit).toMatchObject({ amount: 20, payment_method: 'bank' });

  const { refunds } = await lab.operator.run('refundPayment', { payment: payment.id, amount: '5' });
  await lab.chain.worker.idle();
  await lab.operator.run('failRefund', { refund: refunds[0]?.id, reason: 'The account is closed.' });
  expect(await balance()).toMatchObject({ balance: 20, last_deposit: deposit });

  for (const state of ['open', 'won'] as const) {
    const seen = { gatewayId: 'dp_1', paymentReference: payment.reference, amount: 20_00n, state, reason: 'fraudulent' };
    await lab.chain.db.transaction().execute((trx) => applyDispute({ ...givenJobCx(trx), db: trx }, 'bank', seen));
  }
  expect(await balance()).toMatchObject({ balance: 20, last_deposit: deposit });

  await lab.operator.run('fundAccount', { account: me.email, amount: '3', reason: 'Given' });
  expect(await balance()).toMatchObject({ balance: 23, last_deposit: { amount: 3, payment_method: 'operator' } });
  await expectBooksClean(lab.chain.db);
});
