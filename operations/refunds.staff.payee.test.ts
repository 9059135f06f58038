/** Tests the payee that staff names for a transfer whose refund has come back from the account of the statement. */
import { expectBooksClean } from '@innkeeper/lab/books';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenSeller } from '@innkeeper/lab/given-invoices';
import { type GivenStaff, givenStaff } from '@innkeeper/lab/given-staff';
import { openPaymentLab, type PaymentLab } from '@innkeeper/lab/payment-lab';
import { balance } from '@innkeeper/lab/slices/given-deploy';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const CLOSED = 'AT611904300234573201';
const NEW = { payee: 'Ada Lovelace', iban: 'DE89370400440532013000' };
const reason = 'The account is closed.';
let lab: PaymentLab;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openPaymentLab();
  await givenSeller(lab.chain.db);
});
beforeEach(async () => {
  owner = await givenAccount(lab.chain.db);
});
afterAll(() => lab.close());
afterEach(() => expectBooksClean(lab.chain.db));

const refused = (text: RegExp) => ({ code: 'validation', details: { errors: { iban: [expect.stringMatching(text)] } } });
const rowOf = async (id: number) => {
  await lab.chain.worker.idle();
  const { data } = await lab.operator.run('listRefunds');
  return data.find((one) => one.id === id);
};
const refund = async (payment: number, more: object = {}): Promise<number> =>
  (await lab.operator.run('refundPayment', { payment, amount: '5', ...more })).refunds.at(-1)?.id ?? 0;
async function comeBack(id: number) {
  await lab.chain.worker.idle();
  await lab.operator.run('settleRefund', { refund: id });
  await lab.operator.run('failRefund', { refund: id, reason });
}

/** Returns a deposit that was paid by transfer. */
async function givenDeposit(amount = 20): Promise<number> {
  const { payment } = await lab.transfer(owner, amount);
  await lab.importStatement({ amount: `${amount}.00`, text: payment.reference, payer: 'Ada', iban: CLOSED });
  return payment.id;
}

test('staff names another account once a refund to the account of the statement has failed, and not before', async () => {
  const payment = await givenDeposit();
  const other = await givenDeposit();
  await expect(refund(payment, NEW)).rejects.toMatchObject(refused(/AT611904300234573201.*has failed/));
  const sent = await refund(payment);
  await lab.chain.worker.idle();
  await expect(refund(payment, NEW)).rejects.toMatchObject(refused(/has failed/));
  await comeBack(sent);
  expect(await balance(lab.chain, owner)).toBe(40);
  await expect(refund(payment, { payee: 'Ada' })).rejects.toMatchObject(refused(/--iban/));
  await expect(refund(other, NEW)).rejects.toMatchObject(refused(/has failed/));
  const again = await refund(payment, NEW);
  expect(await rowOf(again)).toMatchObject({ ...NEW, to_send: true });
  expect(await lab.operator.print('listRefunds', { to_send: true })).toMatch(/Ada Lovelace +DE89370400440532013000/);
  await comeBack(again);
  expect(await rowOf(await refund(payment, { iban: NEW.iban }))).toMatchObject({ payee: 'Ada', iban: NEW.iban });
  expect(await rowOf(await refund(payment))).toMatchObject({ payee: 'Ada', iban: CLOSED });
});

test('warns of a refund to an account to which one has failed, and of no other', async () => {
  const payment = await givenDeposit();
  const run = (more: object = {}) => lab.operator.run('refundPayment', { payment, amount: '5', ...more });
  const first = await run();
  expect(first.warning).toBe(null);
  const failed = first.refunds.at(-1)?.id ?? 0;
  await comeBack(failed);
  expect((await run(NEW)).warning).toBe(null);
  const again = await run();
  expect(again.warning).toBe(
    `Refund ${failed} to this account failed: ${CLOSED}. To use another one, run ./innkeeper refund fail ${again.refunds.at(-1)?.id}, and ./innkeeper payment refund ${payment} with --payee and --iban.`,
  );
  expect(await lab.operator.print('refundPayment', { payment, amount: '1' })).toMatch(
    new RegExp(`\nTransfer the money .*\nRefund ${failed} to this account failed: ${CLOSED}\\. .*$`),
  );
});

test('the refund of an order to its payer takes the other account, too', async () => {
  const order = (await lab.operator.run('addOrder', { account: owner.email, lines: ['Setup=50.00'] })).id;
  await lab.chain.call('payOrders', { body: { order_ids: [order], payment_method: 'bank' } }, { token: owner.token });
  await lab.chain.worker.idle();
  const [payment] = (await lab.operator.run('listPayments', { account: owner.email })).data;
  await lab.importStatement({ amount: '60.00', text: payment?.reference ?? '', payer: 'Ada', iban: CLOSED });
  const line = (await lab.operator.run('showOrder', { order })).lines[0]?.id;
  const warnings: (string | null)[] = [];
  const refundOrder = async (amount: string, more: object = {}) => {
    const part = { order, to: 'payer', reason: 'Sorry.', lines: [`${line}=${amount}`] } as const;
    const { refund, warning } = await lab.operator.run('refundOrder', { ...part, ...more });
    warnings.push(warning);
    return refund.payment_refund ?? 0;
  };
  await expect(refundOrder('10', NEW)).rejects.toMatchObject(refused(/has failed/));
  await comeBack(await refundOrder('10'));
  expect(await rowOf(await refundOrder('20', NEW))).toMatchObject({ ...NEW, amount: '24.00', to_send: true });
  await refundOrder('1', { dry_run: true });
  expect(warnings).toEqual([
    null,
    null,
    expect.stringMatching(/^Refund \d+ to this account failed: .* Name another one with --payee/),
  ]);
});

test('a second person always sees the other account that the money will go to, also below the daily limit', async () => {
  const { db } = lab.chain;
  const [ann, bob] = [await givenStaff(db, { role: 'billing' }), await givenStaff(db, { role: 'billing' })] as const;
  const as = ({ token }: GivenStaff, url: string, payload?: object) =>
    lab.chain.send({
      ...{ method: payload ? 'POST' : 'GET', url: `/v1/operator${url}`, headers: { authorization: `Bearer ${token}` } },
      ...(payload && { payload }),
    });
  const payment = await givenDeposit(400);
  await comeBack(await refund(payment));
  expect((await as(ann, `/payments/${payment}/refund`, { amount: '5' })).status).toBe(200);
  const waiting = await as(ann, `/payments/${payment}/refund`, { amount: '30', ...NEW });
  expect(waiting.status).toBe(202);
  const { id } = waiting.body;
  expect((await as(bob, `/approvals/${id}`)).body).toMatchObject({ operation: 'refundPayment', input: NEW });
  expect(await lab.operator.print('showApproval', { approval: id })).toMatch(
    /iban: DE89370400440532013000\n +payee: Ada Lovelace\n/,
  );
  const mail = db.selectFrom('mails').select('data').where('template', '=', 'approval-waiting');
  expect((await mail.execute()).map(({ data }) => data)).toContainEqual(
    expect.objectContaining({
      approval: id,
      details: expect.arrayContaining([`payee: ${NEW.payee}`, `iban: ${NEW.iban}`]),
    }),
  );
  expect((await as(bob, `/approvals/${id}/approve`, {})).body).toMatchObject({ state: 'approved' });
  await lab.chain.worker.idle();
  const { data } = await lab.operator.run('listRefunds', { to_send: true });
  expect(data.find((one) => one.payment === payment)).toMatchObject({ ...NEW, amount: '30.00' });
});
