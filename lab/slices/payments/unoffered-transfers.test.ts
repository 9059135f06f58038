/** Tests that nothing asks for a transfer if the seller has an IBAN, and the catalogue offers no transfer. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { composeNow, mailsOf } from '../../given-mails.ts';
import { openPaymentLab, type PaymentLab } from '../../payment-lab.ts';

const IBAN = 'AT611904300234573201';
let lab: PaymentLab;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openPaymentLab();
  await givenSeller(lab.chain.db, { iban: IBAN });
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.chain.db);
  await offerTransfers(true);
});

const offerTransfers = (enabled: boolean) =>
  lab.chain.db.updateTable('payment_methods').set({ enabled }).where('key', '=', 'bank').execute();

/** Adds an order over 60.00, issues its pro forma invoice and writes its mail. Returns the way to pay that the mail names. */
async function askedToPay() {
  const { id } = await lab.operator.run('addOrder', { account: me.email, lines: ['Label=50.00'] });
  await issueNow(lab.chain.db);
  await composeNow(lab.chain.db);
  const mail = (await mailsOf(lab.chain.db, me)).at(-1);
  return { id, pay: mail?.template === 'order-waiting' ? mail.data.pay : expect.fail('not asked') };
}

const FUNDS = { by: 'balance', missing: '60.00 EUR' };

test('neither mail nor pro forma invoice names the account', async () => {
  await offerTransfers(false);
  expect((await askedToPay()).pay).toEqual(FUNDS);
  const documents = lab.chain.db.selectFrom('invoices').select('document').where('account_id', '=', me.accountId);
  expect(await documents.execute()).toMatchObject([{ document: { due: { method: 'bank', bank: null } } }]);
});

test('a later mail does not name the account that an earlier pro forma invoice has', async () => {
  expect((await askedToPay()).pay).toMatchObject({ by: 'transfer', iban: IBAN });
  await offerTransfers(false);
  await lab.operator.run('suspendAccount', { account: me.email, reason: 'Abuse' });
  await lab.operator.run('resumeAccount', { account: me.email });
  expect((await mailsOf(lab.chain.db, me)).at(-1)).toMatchObject({ template: 'account-resumed', data: { pay: FUNDS } });
});

test.each([true, false])(
  'a part of a transfer becomes balance, and the rest is asked for if transfers are offered: %s',
  async (isOffered) => {
    const { id } = await askedToPay();
    const body = { order_ids: [id], payment_method: 'bank' };
    expect((await lab.chain.call('payOrders', { body }, { token: me.token })).status).toBe(200);
    await lab.chain.worker.idle();
    const text = (await lab.orderOf(me, id)).payment_information?.reference ?? expect.fail('no reference');
    await offerTransfers(isOffered);
    expect(await lab.importStatement({ amount: '20.00', text, payer: 'Ada', iban: IBAN })).toMatchObject({ matched: 1 });
    await composeNow(lab.chain.db);
    const pay = isOffered ? expect.objectContaining({ by: 'transfer' }) : null;
    expect((await mailsOf(lab.chain.db, me)).at(-1)).toMatchObject({
      template: 'payment-kept',
      data: { kept: '20.00 EUR', missing: '40.00 EUR', pay },
    });
  },
);
