/** Tests credits that were sent back to their payers by hand, which a debit of a later statement shows. */
import { expectBooksClean } from '@innkeeper/lab/books';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { openPaymentLab, type PaymentLab } from '@innkeeper/lab/payment-lab';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const ADA = 'AT611904300234573201';
let lab: PaymentLab;
let me: GivenAccount;
let day = 0;
beforeAll(async () => {
  lab = await openPaymentLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.chain.db);
  await lab.chain.db.deleteFrom('bank_statement_lines').where('payment_id', 'is', null).execute();
  day += 1;
});
afterEach(() => expectBooksClean(lab.chain.db));

const credit = (fields: object = {}) => ({ amount: '20.00', text: `of day ${day}`, payer: 'Ada', iban: ADA, ...fields });
const debit = (fields: object = {}) => ({ amount: '20.00', text: 'sent back', to: ADA, bookedOn: '2026-03-05', ...fields });
const waiting = async () => (await lab.operator.run('listBank')).data.map(({ id }) => id);
/** Imports a credit of nobody. Returns its id. */
async function givenCredit(fields: object = {}): Promise<number> {
  return (await lab.importStatement(credit(fields))).unmatched[0]?.id ?? 0;
}

test('the debit that sends a credit back closes it, with a line of the audit log, and nobody can assign it', async () => {
  const id = await givenCredit();
  expect(await waiting()).toEqual([id]);
  const { returned, unmatched } = await lab.importStatement(debit());
  expect(returned).toMatchObject([{ id, amount: '20.00', payer: 'Ada', payment_id: null, returned_on: '2026-03-05' }]);
  expect(unmatched).toEqual([]);
  expect(await waiting()).toEqual([]);
  const lines = lab.chain.db.selectFrom('audit_log').select(['account_id', 'details']).where('action', '=', 'bank.returned');
  expect(await lines.execute()).toEqual([
    {
      account_id: null,
      details: { line: id, amount: '20.00', currency: 'EUR', payer: 'Ada', returned_on: '2026-03-05' },
    },
  ]);
  await expect(lab.operator.run('assignBank', { line: id, account: me.email })).rejects.toMatchObject({
    code: 'wrong_state',
    message: `Credit ${id} was sent back to its payer on 2026-03-05.`,
  });
});

test('a debit counts once, also if its file is imported again', async () => {
  const [one, other] = [await givenCredit(), await givenCredit({ text: 'another' })];
  expect((await lab.importStatement(debit())).returned.map(({ id }) => id)).toEqual([one]);
  expect((await lab.importStatement(debit(), credit({ text: 'a third' }))).returned).toEqual([]);
  expect(await waiting()).toContain(other);
  expect((await lab.importStatement(debit(), debit())).returned.map(({ id }) => id)).toEqual([other]);
});

test('a credit and its debit of one file, and a debit that was imported first', async () => {
  const { unmatched, returned } = await lab.importStatement(credit(), debit());
  expect([unmatched, returned.length]).toEqual([[], 1]);
  await lab.importStatement(debit({ bookedOn: '2026-03-07' }));
  const late = await givenCredit({ text: 'late' });
  expect(await waiting()).toEqual([late]);
  expect((await lab.importStatement(debit({ bookedOn: '2026-03-07' }))).returned).toMatchObject([{ id: late }]);
});

test('a part of the amount, another account, and an assigned credit close nothing', async () => {
  const id = await givenCredit();
  const { payment } = await lab.transfer(me, 20);
  await lab.importStatement(credit({ text: payment.reference }));
  const others = [debit({ amount: '19.99' }), debit({ to: 'DE02120300000000202051' }), debit({ bookedOn: '2026-03-01' })];
  expect((await lab.importStatement(...others)).returned).toEqual([]);
  expect(await waiting()).toEqual([id]);
});

test('the transfer of a refund by hand closes no equal credit of the same payer', async () => {
  const { payment } = await lab.transfer(me, 20);
  await lab.importStatement(credit({ text: payment.reference }));
  await lab.operator.run('refundPayment', { payment: payment.id, amount: '20' });
  await lab.chain.worker.idle();
  const refund = (await lab.operator.run('listRefunds')).data.find((one) => one.payment === payment.id);
  const id = await givenCredit();
  const today = new Date().toISOString().slice(0, 10);
  for (const text of [refund?.reference ?? '', 'without a reference'])
    expect((await lab.importStatement(debit({ text, bookedOn: today }))).returned).toEqual([]);
  expect(await waiting()).toEqual([id]);
  await lab.operator.run('settleRefund', { refund: refund?.id });
  const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  expect((await lab.importStatement(debit({ bookedOn: later }))).returned).toMatchObject([{ id }]);
});
