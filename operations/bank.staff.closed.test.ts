/** Tests credits whose money another booking has already: nobody has to assign them, and `bank list` shows them only with `all`. */
import { MIGRATIONS } from '@innkeeper/db/migrations/all.gen';
import { expectBooksClean } from '@innkeeper/lab/books';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { postTransfersNow } from '@innkeeper/lab/given-payments';
import { openPaymentLab, type PaymentLab } from '@innkeeper/lab/payment-lab';
import { balance } from '@innkeeper/lab/slices/given-deploy';
import { formatReference } from '@innkeeper/model/payments/reference';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ADA = 'AT611904300234573201';
/** A day after each refund. */
const LATER = '2127-03-09';
let lab: PaymentLab;
let me: GivenAccount;
beforeEach(async () => {
  lab = await openPaymentLab();
  me = await givenAccount(lab.chain.db);
});
afterEach(async () => {
  await expectBooksClean(lab.chain.db);
  await lab.close();
});

const idsOf = async (input: Record<string, unknown> = {}) => (await lab.operator.run('listBank', input)).data.map(({ id }) => id);

/** Pays 20.00 by transfer and refunds it. Returns the refund. */
async function givenRefund() {
  const { payment } = await lab.transfer(me, 20);
  await lab.importStatement({ amount: '20.00', text: payment.reference, payer: 'Ada', iban: ADA });
  await lab.operator.run('refundPayment', { payment: payment.id, amount: '20' });
  await lab.chain.worker.idle();
  const { data } = await lab.operator.run('listRefunds', { to_send: true });
  const refund = data[0] ?? expect.fail('no refund');
  await lab.operator.run('settleRefund', { refund: refund.id });
  return refund;
}
const failed = (refund: number) => lab.operator.run('failRefund', { refund, reason: 'It came back.' });
const returned = (text: string, more: { amount?: string; bookedOn?: string } = {}) =>
  lab.importStatement({ amount: '20.00', text, payer: 'Ada', iban: ADA, ...more });

test('a refund that came back leaves the list once it has failed, and stays in the books', async () => {
  const { id: refund, reference } = await givenRefund();
  const [line] = (await returned(`back ${reference}`)).unmatched;
  expect(line?.hint).toContain(`Run refund fail ${refund}`);
  expect(await idsOf()).toEqual([line?.id]);
  await failed(refund);
  expect(await idsOf()).toEqual([]);
  expect(await lab.operator.print('listBank')).toBe('No credit waits for a payment.');
  const { data } = await lab.operator.run('listBank', { all: true });
  const hint = `Refund ${refund} came back, and its money is on the balance already. Do not assign the credit.`;
  expect(data).toMatchObject([{ id: line?.id, hint, closed_by: 'refund', payment_id: null, returned_on: null }]);
  expect(await balance(lab.chain, me)).toBe(20);
});

test('a refund that has failed before closes its credit, but no second one and no larger one', async () => {
  const [{ id: refund, reference }] = [await givenRefund()];
  await failed(refund);
  const [larger] = (await returned(`large ${reference}`, { amount: '20.01' })).unmatched;
  await returned(`back ${reference}`);
  expect(await idsOf()).toEqual([larger?.id]);
  const [second] = (await returned(`again ${reference}`, { bookedOn: '2026-03-09' })).unmatched;
  expect(await idsOf()).toEqual([larger?.id, second?.id]);
});

test('a refund that came back is never assigned, as payment or as balance', async () => {
  const { id: refund, reference } = await givenRefund();
  const [line] = (await returned(`back ${reference}`)).unmatched;
  const { payment } = await lab.transfer(me, 20);
  const money = `Credit ${line?.id} is the money of refund ${refund}, which`;
  const refused = async (message: string) => {
    for (const to of [{ account: me.email }, { payment: payment.id }])
      await expect(lab.operator.run('assignBank', { line: line?.id, ...to })).rejects.toMatchObject({
        code: 'wrong_state',
        message,
      });
  };
  await refused(`${money} came back. Run ./innkeeper refund fail ${refund} --reason TEXT instead.`);
  await failed(refund);
  await refused(`${money} is on the balance already.`);
  await postTransfersNow(lab.chain.db);
  expect(await balance(lab.chain, me)).toBe(20);
});

test('of a refund that fails and the assignment of its credit at the same time, one passes', async () => {
  const { id: refund, reference } = await givenRefund();
  const [line] = (await returned(`back ${reference}`)).unmatched;
  const assign = () => lab.operator.run('assignBank', { line: line?.id, account: me.email });
  const ends = await Promise.allSettled([failed(refund), assign(), assign(), failed(refund)]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await postTransfersNow(lab.chain.db);
  expect(await balance(lab.chain, me)).toBe(20);
});

test('a refund whose returned credit an earlier release assigned does not fail', async () => {
  const { id: refund, reference } = await givenRefund();
  const [line] = (await returned('back')).unmatched;
  const { payment_id } = await lab.operator.run('assignBank', { line: line?.id, account: me.email });
  const text = `Back ${formatReference(reference).toLowerCase()}`;
  await lab.chain.db
    .updateTable('bank_statement_lines')
    .set({ text })
    .where('id', '=', line?.id ?? 0)
    .execute();
  const message = `Refund ${refund} came back as credit ${line?.id}, which is assigned to payment ${payment_id}. The customer has its money already.`;
  await expect(failed(refund)).rejects.toMatchObject({ code: 'wrong_state', message });
  await postTransfersNow(lab.chain.db);
  expect(await balance(lab.chain, me)).toBe(20);
});

test('a credit that may be a refund without its reference has a hint, and leaves the list once the refund has failed', async () => {
  const { id: refund } = await givenRefund();
  const [odd, other, line] = (
    await lab.importStatement(
      { amount: '20.01', text: 'Miete', payer: 'Ada', iban: ADA, bookedOn: LATER },
      { amount: '20.00', text: 'Gift', payer: 'Bob', iban: 'DE89370400440532013000', bookedOn: LATER },
      { amount: '20.00', text: 'RETOURE Konto erloschen', payer: 'Ada', iban: 'AT61 1904 3002 3457 3201', bookedOn: LATER },
    )
  ).unmatched;
  const hint = `It has the amount and account of refund ${refund}, which may have come back. If it did, run ./innkeeper refund fail ${refund} --reason TEXT, and do not assign the credit.`;
  expect([odd?.hint, other?.hint, line?.hint]).toEqual([null, null, hint]);
  await failed(refund);
  expect(await idsOf()).toEqual([odd?.id, other?.id]);
  const { data } = await lab.operator.run('listBank', { all: true });
  expect(data.at(-1)).toMatchObject({ id: line?.id, closed_by: 'refund' });
  expect(await balance(lab.chain, me)).toBe(20);
});

test('a credit that only may be a refund can be assigned, and closes with none of several', async () => {
  const { id: refund } = await givenRefund();
  const [line] = (await returned('new money', { bookedOn: LATER })).unmatched;
  expect(line?.hint).toContain(`refund ${refund}`);
  await lab.operator.run('assignBank', { line: line?.id, account: me.email });
  const [first] = (await returned('one', { bookedOn: LATER })).unmatched;
  const [second] = (await returned('two', { bookedOn: '2127-03-10' })).unmatched;
  await failed(refund);
  expect(await idsOf()).toEqual([first?.id, second?.id]);
  expect(await balance(lab.chain, me)).toBe(40);
});

test('a credit that comes after its refund has failed, without its reference, has a hint, once and for 90 days', async () => {
  const { id: refund, reference } = await givenRefund();
  await failed(refund);
  const imported = async (text: string, more: { amount?: string; bookedOn?: string } = {}) =>
    (await returned(text, { bookedOn: LATER, ...more })).unmatched[0];
  const hint = `It has the amount and account of refund ${refund}, which has failed and may have come back only now. Its money is on the balance already, so do not assign the credit unless the customer has paid again.`;
  expect((await imported('odd', { amount: '20.01' }))?.hint).toBe(null);
  const line = await imported('RETOURE Konto erloschen');
  expect(line?.hint).toBe(hint);
  expect(await idsOf()).toContain(line?.id);
  const ended = (age: string) => sql`update payment_refunds set ended_at = now() - ${age}::interval`.execute(lab.chain.db);
  await ended('91 days');
  expect((await imported('late'))?.hint).toBe(null);
  await ended('89 days');
  expect((await imported('not late'))?.hint).toBe(hint);
  // The credit with the reference is the money of the refund, so another one is not.
  await imported(`back ${reference}`);
  expect((await imported('new money'))?.hint).toBe(null);
  await lab.operator.run('assignBank', { line: line?.id, account: me.email });
  await postTransfersNow(lab.chain.db);
  expect(await balance(lab.chain, me)).toBe(40);
});

test('of a refund that was sent and one that has failed, the hint names the sent one, and of two that have failed none', async () => {
  const [{ id: first }, { id: second }] = [await givenRefund(), await givenRefund()];
  await failed(first);
  expect((await returned('one', { bookedOn: LATER })).unmatched[0]?.hint).toContain(`run ./innkeeper refund fail ${second}`);
  await lab.operator.run('assignBank', { line: (await idsOf())[0], account: me.email });
  await failed(second);
  expect((await returned('two', { bookedOn: LATER })).unmatched[0]?.hint).toBe(null);
});

test('a refund that was not sent closes no credit, and gives none a hint', async () => {
  const { payment } = await lab.transfer(me, 20);
  await lab.importStatement({ amount: '20.00', text: payment.reference, payer: 'Ada', iban: ADA });
  await lab.operator.run('refundPayment', { payment: payment.id, amount: '20' });
  await lab.chain.worker.idle();
  const [refund] = (await lab.operator.run('listRefunds', { to_send: true })).data;
  const [line] = (await returned('new money', { bookedOn: LATER })).unmatched;
  expect(line?.hint).toBe(null);
  await failed(refund?.id ?? 0);
  expect(await idsOf()).toEqual([line?.id]);
  expect((await returned('more money', { bookedOn: LATER })).unmatched[0]?.hint).toBe(null);
});

test('the migration closes the credits of earlier releases by their hints', async () => {
  const { id: refund, reference } = await givenRefund();
  await returned(`back ${reference}`);
  await failed(refund);
  await returned(`again ${reference}`, { bookedOn: '2026-03-09' });
  const { data } = await lab.operator.run('listBank', { all: true });
  await lab.chain.db.schema.dropIndex('bank_statement_lines_unmatched').execute();
  await lab.chain.db.schema.alterTable('bank_statement_lines').dropColumn('closed_by').execute();
  await sql`create index bank_statement_lines_unmatched on bank_statement_lines (id)`.execute(lab.chain.db);
  // Earlier releases did not change the hint with the state of the refund.
  await sql`update bank_statement_lines set hint = ${`Refund ${refund} came back. Run refund fail ${refund} --reason TEXT, and do not assign the credit.`}
    where id = ${data[0]?.id}`.execute(lab.chain.db);
  await MIGRATIONS['20261130T0915-needless-credits']?.up(lab.chain.db);
  expect(await idsOf()).toEqual([data[1]?.id]);
});
