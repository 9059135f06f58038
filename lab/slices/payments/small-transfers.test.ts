/** Tests transfers outside the limits of the method, which mails about orders ask for. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { givenAccount } from '../../given.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { composeNow, mailsOf } from '../../given-mails.ts';
import { openPaymentLab, type PaymentLab } from '../../payment-lab.ts';

const IBAN = 'AT611904300234573201';
let lab: PaymentLab;
beforeAll(async () => {
  lab = await openPaymentLab();
  await givenSeller(lab.chain.db, { iban: IBAN });
  await lab.chain.db.updateTable('payment_methods').set({ minimum: 500n, maximum: 1000n }).where('key', '=', 'bank').execute();
});
afterAll(() => lab.close());
afterEach(() => expectBooksClean(lab.chain.db));

test.each([
  ['small', '0.24', '0.29', false],
  ['small', '0.24', '0.29', true],
  ['large', '50.00', '60.00', false],
  ['large', '50.00', '60.00', true],
])('the reference of the mail pays a %s order of %s (%s); a transfer was begun: %s', async (_size, net, amount, isBegun) => {
  const me = await givenAccount(lab.chain.db);
  const { id } = await lab.operator.run('addOrder', { account: me.email, lines: [`Label=${net}`] });
  await issueNow(lab.chain.db);
  await composeNow(lab.chain.db);
  const [mail] = await mailsOf(lab.chain.db, me);
  const pay = mail?.template === 'order-waiting' ? mail.data.pay : expect.fail('not asked');
  const text = pay.by === 'transfer' ? pay.reference : expect.fail('no transfer');
  const body = { order_ids: [id], payment_method: 'bank' };
  if (isBegun) expect((await lab.chain.call('payOrders', { body }, { token: me.token })).status).toBe(200);
  await lab.chain.worker.idle();
  expect(await lab.importStatement({ amount, text, payer: 'Ada', iban: IBAN })).toMatchObject({ matched: 1 });
  expect(await lab.orderOf(me, id)).toMatchObject({ status: 'paid' });
});

test.each([4, 11])('a deposit of %d is outside the limits', async (amount) => {
  const me = await givenAccount(lab.chain.db);
  const body = { amount, payment_method: 'bank' };
  expect((await lab.chain.call('depositFunds', { body }, { token: me.token })).status).toBe(422);
});
