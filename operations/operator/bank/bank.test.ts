import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { landNow } from '@innkeeper/lab/given-payments';
import { openPaymentLab, type PaymentLab } from '@innkeeper/lab/payment-lab';
import { balance } from '@innkeeper/lab/slices/given-deploy';
import { grouped } from '@innkeeper/model/payments/reference';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let lab: PaymentLab;
beforeAll(async () => {
  lab = await openPaymentLab();
});
afterAll(() => lab.close());
afterEach(async () => expect(await verifyLedger(lab.chain.db)).toEqual([]));

const as = ({ token }: GivenAccount) => ({ token });

test('importBank finds the payment by its reference, takes each line once, and lists what belongs to nobody', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { orderId, payment } = await lab.transfer(owner, 12.5);
  const lines = [
    { amount: '12.50', text: `Deposit ${grouped(payment.reference).toLowerCase()}` },
    { amount: '3.00', text: 'for the coffee' },
  ];
  const first = await lab.importStatement(...lines);
  expect(first).toMatchObject({ lines: 2, known: 0, matched: 1, unmatched: [{ amount: '3.00', text: 'for the coffee' }] });
  expect(await lab.importStatement(...lines)).toMatchObject({ lines: 2, known: 2, matched: 0, unmatched: [] });
  expect(await balance(lab.chain, owner)).toBe(12.5);
  expect(await lab.orderOf(owner, orderId)).toMatchObject({ status: 'paid', payment_method: 'bank' });
  expect((await lab.operator.run('listBank')).data.map(({ text }) => text)).toContain('for the coffee');
  // What a person says then is posted like the others.
  const other = await lab.transfer(owner, 3);
  const line = first.unmatched[0]?.id;
  expect(await lab.operator.run('assignBank', { line, payment: other.payment.id })).toMatchObject({
    payment_id: other.payment.id,
  });
  await expect(lab.operator.run('assignBank', { line, payment: payment.id })).rejects.toThrow('already');
  await landNow(lab.chain.db);
  expect(await balance(lab.chain, owner)).toBe(15.5);
});

test('too little, too much and twice become balance', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { orderId, payment } = await lab.transfer(owner, 10);
  await lab.importStatement({ amount: '4.00', text: payment.reference });
  expect(await lab.orderOf(owner, orderId)).toMatchObject({ status: 'awaiting_payment' });
  expect(await balance(lab.chain, owner)).toBe(4);
  await lab.importStatement({ amount: '7.00', text: `${payment.reference} the rest` });
  expect(await lab.orderOf(owner, orderId)).toMatchObject({ status: 'paid' });
  await lab.importStatement({ amount: '10.00', text: `${payment.reference} again` });
  expect(await balance(lab.chain, owner)).toBe(21);
  const { data } = (await lab.chain.call('listBalanceTransactions', {}, as(owner))).body;
  expect(data[0].description).toContain('kept as balance: it was paid already');
});

test('importBank refuses a file that it does not understand as a whole', async () => {
  await writeFile(join(lab.directory, 'odd.csv'), 'date;amount');
  await expect(lab.operator.run('importBank', { file: join(lab.directory, 'odd.csv') })).rejects.toThrow('not well-formed');
  await expect(lab.operator.run('importBank', { file: join(lab.directory, 'absent.xml') })).rejects.toThrow('cannot be read');
});
