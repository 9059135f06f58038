/** Tests refunds of orders to their payers, and to balances from which a bank has taken money back. */
import { inRolledBackTransaction } from '@innkeeper/db/transaction';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { applyDispute } from '@innkeeper/domain/payments/dispute';
import type { DisputeReport } from '@innkeeper/model/payments/outcome';
import { minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { pollPaymentsAhead } from '../../given-payments.ts';
import { type GivenStaff, givenStaff } from '../../given-staff.ts';
import { openPaymentLab, type PaymentLab } from '../../payment-lab.ts';
import { balance } from '../given-deploy.ts';

let lab: PaymentLab;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openPaymentLab();
  await givenSeller(lab.chain.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.chain.db);
});
afterEach(async () => {
  await issueNow(lab.chain.db);
  await expectBooksClean(lab.chain.db);
});

const as = () => ({ token: me.token });
const refund = (order: number, to: 'payer' | 'balance', more: object = {}) =>
  lab.operator.run('refundOrder', { order, to, reason: 'Sorry for the outage.', ...more });
const refused = (code: string, message?: RegExp) =>
  expect.objectContaining({ code, ...(message && { message: expect.stringMatching(message) }) });

const addOrder = async (...lines: string[]): Promise<number> =>
  (await lab.operator.run('addOrder', { account: String(me.accountId), lines })).id;

/** Pays orders by card. Returns the payment. */
async function payByCard(orders: number[]) {
  await lab.chain.call('payOrders', { body: { order_ids: orders, payment_method: 'card' } }, as());
  await lab.chain.worker.idle();
  await pollPaymentsAhead(lab.chain, minutes(1));
  for (const order of orders)
    await vi.waitFor(async () => expect(await lab.orderOf(me, order)).toMatchObject({ status: 'paid' }));
  const { data } = await lab.operator.run('listPayments', { account: me.email, state: 'succeeded' });
  return data[0] as (typeof data)[number];
}

const showPayment = (payment: number) => lab.operator.run('showPayment', { payment });

async function dispute({ reference, amount }: { reference: string; amount: string }, state: DisputeReport['state']) {
  const cents = BigInt(amount.replace('.', ''));
  const seen = { gatewayId: `dp_${reference}`, paymentReference: reference, amount: cents, state, reason: 'fraudulent' };
  await lab.chain.db.transaction().execute((trx) => applyDispute({ ...givenJobCx(trx), db: trx }, 'sandbox', seen));
}

test('the money goes back to the card, in the same act, and the credit note says so', async () => {
  const order = await addOrder('Setup=50.00');
  const { id: payment } = await payByCard([order]);
  const reply = await refund(order, 'payer', { lines: [`${(await linesOf(order))[0]}=10.00`] });
  expect(reply).toMatchObject({
    status: 'paid',
    refund: { net: '10.00', vat: '2.00', gross: '12.00', to: 'payer', payment_refund: expect.any(Number) },
    refunds: [{ to: 'payer', gross: '12.00' }],
    payments: [{ id: payment, state: 'succeeded' }],
  });
  await lab.chain.worker.idle();
  expect(await showPayment(payment)).toMatchObject({ refunded: '12.00', refunds: [{ amount: '12.00', state: 'succeeded' }] });
  expect(await balance(lab.chain, me)).toBe(0);
  await issueNow(lab.chain.db);
  const note = lab.chain.db.selectFrom('invoices').select('document').where('account_id', '=', me.accountId);
  const { document } = await note.where('type', '=', 'credit-note').executeTakeFirstOrThrow();
  expect(document).toMatchObject({ paid: { method: 'card' }, notes: ['Sorry for the outage.'], gross: '1200' });
});

const linesOf = async (order: number) => (await lab.operator.run('showOrder', { order })).lines.map(({ id }) => id);

test('a refund that the gateway refuses returns to the balance, and its line stays refunded', async () => {
  const order = await addOrder('Setup=50.00');
  const { id: payment } = await payByCard([order]);
  // With VAT this is 1.01, which the sandbox refuses.
  await refund(order, 'payer', { lines: [`${(await linesOf(order))[0]}=0.84`] });
  await lab.chain.worker.idle();
  expect((await showPayment(payment)).refunds).toMatchObject([{ amount: '1.01', state: 'failed' }]);
  expect(await balance(lab.chain, me)).toBe(1.01);
  expect((await refund(order, 'payer')).refund).toMatchObject({ net: '49.16', gross: '58.99' });
});

test('one payment for two orders pays each back, and no more than it received', async () => {
  const [one, other] = [await addOrder('Setup=50.00'), await addOrder('Cabling=20.00')];
  const { id: payment } = await payByCard([one, other]);
  await refund(one, 'payer');
  expect((await refund(other, 'payer')).refund).toMatchObject({ gross: '24.00' });
  await lab.chain.worker.idle();
  expect(await showPayment(payment)).toMatchObject({ received: '84.00', refunded: '84.00' });
});

test('an order that was paid from the balance goes back to the balance', async () => {
  await lab.operator.run('fundAccount', { account: me.email, amount: '100', reason: 'Given' });
  const order = (await lab.operator.run('addOrder', { account: me.email, lines: ['Setup=50.00'], auto_pay: true })).id;
  await expect(refund(order, 'payer')).rejects.toEqual(refused('wrong_state', /--to balance.*payment refund/));
  expect((await refund(order, 'balance')).refund).toMatchObject({ to: 'balance', payment_refund: null });
  expect(await balance(lab.chain, me)).toBe(100);
});

test('only a payment by bank takes a payee and an IBAN', async () => {
  const order = await addOrder('Setup=50.00');
  await payByCard([order]);
  await expect(refund(order, 'payer', { iban: 'AT611904300234573201' })).rejects.toEqual(refused('validation'));
  await expect(refund(order, 'payer', { payee: 'Ada' })).rejects.toEqual(refused('validation'));
});

test('a payer whose bank took the money back does not get it twice', async () => {
  const order = await addOrder('Setup=50.00');
  const paid = await payByCard([order]);
  await dispute(paid, 'open');
  expect((await showPayment(paid.id)).disputes).toMatchObject([{ written_off: '60.00' }]);
  await expect(refund(order, 'payer')).rejects.toEqual(refused('wrong_state', /At most 0\.00 of payment/));
  await refund(order, 'balance', { lines: [`${(await linesOf(order))[0]}=20.00`] });
  expect(await balance(lab.chain, me)).toBe(0);
  expect((await showPayment(paid.id)).disputes).toMatchObject([{ written_off: '36.00' }]);
  await refund(order, 'balance');
  expect((await showPayment(paid.id)).disputes).toMatchObject([{ written_off: '0.00' }]);
  expect(await balance(lab.chain, me)).toBe(0);
  // The bank decides for the house: the refunds are the customer's again.
  await dispute(paid, 'won');
  expect(await balance(lab.chain, me)).toBe(60);
});

test('a refund reclaims no more than it gave', async () => {
  const order = await addOrder('Setup=50.00');
  const paid = await payByCard([order]);
  await dispute(paid, 'open');
  await lab.operator.run('fundAccount', { account: me.email, amount: '30', reason: 'Given' });
  await refund(order, 'balance', { lines: [`${(await linesOf(order))[0]}=20.00`] });
  expect(await balance(lab.chain, me)).toBe(30);
  expect((await showPayment(paid.id)).disputes).toMatchObject([{ written_off: '36.00' }]);
});

test('a dispute after the refund covers its amount with what is on the balance', async () => {
  const order = await addOrder('Setup=50.00');
  const paid = await payByCard([order]);
  await refund(order, 'balance');
  await dispute(paid, 'open');
  expect((await showPayment(paid.id)).disputes).toMatchObject([{ written_off: '0.00' }]);
  expect(await balance(lab.chain, me)).toBe(0);
});

test('a large refund waits for another person, and a dry run for nobody', async () => {
  const { db } = lab.chain;
  const [ann, bob] = [await givenStaff(db, { role: 'billing' }), await givenStaff(db, { role: 'billing' })];
  const order = await addOrder('Setup=500.00');
  await payByCard([order]);
  const [line] = await linesOf(order);
  const post = (by: GivenStaff, path: string, payload: object) =>
    lab.chain.send({ method: 'POST', url: `/v1/operator${path}`, headers: { authorization: `Bearer ${by.token}` }, payload });
  const ask = (more: object, by = ann) => post(by, `/orders/${order}/refund`, { to: 'balance', reason: 'Sorry.', ...more });
  expect(await ask({ dry_run: true })).toMatchObject({ status: 200, body: { refund: { id: null, gross: '600.00' } } });
  expect(await ask({ lines: [`${line}=80`] })).toMatchObject({ status: 200, body: { refund: { gross: '96.00' } } });
  const waiting = await ask({ lines: [`${line}=10`] });
  expect(waiting).toMatchObject({ status: 202, body: { operation: 'refundOrder', amount: '12.00', account: me.accountId } });
  expect(await balance(lab.chain, me)).toBe(96);
  const all = await ask({});
  expect(all).toMatchObject({ status: 202, body: { amount: '504.00' } });
  expect((await post(bob, `/approvals/${waiting.body.id}/approve`, {})).body).toMatchObject({ state: 'approved' });
  expect(await balance(lab.chain, me)).toBe(108);
  expect((await post(bob, `/approvals/${all.body.id}/approve`, {})).body).toMatchObject({ state: 'approved' });
  expect(await balance(lab.chain, me)).toBe(600);
  expect(await ask({})).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  expect(await ask({ lines: [`${line}`, `${line}=1`] })).toMatchObject({ status: 422, body: { code: 'validation' } });
  expect(await ask({ to: 'mother' })).toMatchObject({ status: 422, body: { errors: { to: [expect.anything()] } } });
});

test('the refund of a transfer waits for a person, with the account of the statement or the one that staff names', async () => {
  const IBAN = 'AT611904300234573201';
  for (const known of [true, false]) {
    const order = await addOrder('Setup=50.00');
    await lab.chain.call('payOrders', { body: { order_ids: [order], payment_method: 'bank' } }, as());
    await lab.chain.worker.idle();
    const { data } = await lab.operator.run('listPayments', { account: me.email });
    const { id: payment, reference: text } = data[0] as (typeof data)[number];
    if (known) await lab.importStatement({ amount: '60.00', text, payer: 'Ada', iban: IBAN });
    else {
      await lab.operator.run('confirmPayment', { payment });
      for (const named of [{}, { payee: 'Ada' }])
        await expect(refund(order, 'payer', { ...named, dry_run: true })).rejects.toEqual(refused('validation'));
    }
    if (known) await expect(refund(order, 'payer', { iban: IBAN })).rejects.toEqual(refused('validation'));
    const { refund: made } = await refund(order, 'payer', known ? {} : { payee: 'Ada Lovelace', iban: IBAN });
    await lab.chain.worker.idle();
    const { data: refunds } = await lab.operator.run('listRefunds', { to_send: true });
    const row = refunds.find(({ id }) => id === made.payment_refund);
    expect(row).toMatchObject({ payment, amount: '60.00', state: 'pending', iban: IBAN, payee: known ? 'Ada' : 'Ada Lovelace' });
    await lab.operator.run(known ? 'settleRefund' : 'failRefund', {
      refund: made.payment_refund as number,
      ...(!known && { reason: 'The account is closed.' }),
    });
    expect(await balance(lab.chain, me)).toBe(known ? 0 : 60);
    if (!known) continue;
    // The transfer comes back with the reference of the refund.
    const came = await lab.importStatement({ amount: '60.00', text: `Retoure ${row?.reference}`, payer: 'Bank', iban: IBAN });
    expect(came.unmatched).toMatchObject([{ payment_id: null, hint: expect.stringContaining(`refund fail ${row?.id}`) }]);
  }
});

test('the audit of the books names a refund that is not what its entry or its payment says', async () => {
  const order = await addOrder('Setup=50.00');
  await payByCard([order]);
  const { refund: made } = await refund(order, 'payer', { lines: [`${(await linesOf(order))[0]}=10`] });
  const rows = `refund_id = ${made.id}`;
  expect(await findingsOf(`update order_refund_lines set net = 999 where ${rows}`)).toContainEqual(
    expect.stringMatching(/^Refund \d+ of order \d+ says 999 and VAT of 200 of line \d+; entry \d+ gave 1000 and 200 back/),
  );
  expect(await findingsOf(`update payment_refunds set amount = 1199 where id = ${made.payment_refund}`)).toContainEqual(
    expect.stringMatching(/^Refund \d+ of order \d+ gives 1200 back, and refund \d+ of its payment 1199\.$/),
  );
  expect(await findingsOf(`delete from order_refund_lines where ${rows}`)).toContainEqual(
    expect.stringMatching(/^Lines say that they refund 0 and VAT of 0 of line \d+; of it 1000 and 200 came back\.$/),
  );
});

/** Returns the findings after a statement bypassed the constraints of the database, and rolls back. */
function findingsOf(statement: string): Promise<string[]> {
  return inRolledBackTransaction(lab.chain.db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql.raw(statement).execute(db);
    return (await auditBooks({ db })).findings;
  });
}
