/**
 * Tests proforms of orders and deposits, by transfer and by card. Each requests the payable amount and describes what follows the payment.
 */
import { findDocument } from '@innkeeper/db/tables/invoices/files';
import { documents } from '@innkeeper/engine/documents/render';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { givenPaymentMethods } from '../../given-payments.ts';
import { deploy } from '../given-deploy.ts';

let lab: Lab;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openLab();
  await givenPaymentMethods(lab.db);
  await givenSeller(lab.db);
  await givenNode(lab.db);
});
beforeEach(async () => {
  me = await givenAccount(lab.db);
});
afterAll(() => lab.close());

const call = (name: Parameters<Lab['call']>[0], input: object) => lab.call(name, input as never, { token: me.token });
const deposit = async (payment_method: string) =>
  Number((await call('depositFunds', { body: { amount: 25, payment_method } })).body.id);
const order = async (payment_method: string) => {
  const who = await deploy(lab, me, { auto_pay: false });
  const id = Number(who.headers['x-order-id']);
  expect((await call('payOrders', { body: { order_ids: [id], payment_method } })).status).toBe(200);
  return id;
};

/** Returns the text of the latest printed proform of an order. */
async function printed(orderId: number): Promise<string> {
  await issueNow(lab.db);
  const [row] = await lab.db
    .selectFrom('invoices as i')
    .innerJoin('invoice_orders as o', 'o.invoice_id', 'i.id')
    .select('i.id')
    .where('o.order_id', '=', orderId)
    .orderBy('i.id', 'desc')
    .execute();
  const found = await findDocument(lab.db, row?.id ?? 0);
  if (!found) throw new Error(`order ${orderId} has no proform`);
  const pdf = await documents.render(found.document, 'pdf');
  return (await extractText(new Uint8Array(pdf), { mergePages: true })).text.replaceAll(/\s+/g, ' ');
}

const BANK = [
  'Pay by bank transfer',
  'AT61 1904 3002 3457 3201',
  'IBAN AT611904300234573201',
  'Reference',
  'Until',
  'Payable until',
];
const INVOICE = 'The invoice is issued after payment.';
const BALANCE = 'The amount is added to your account balance after payment. No invoice is issued for a deposit.';
const REQUEST = 'This document is a request for payment, not a VAT invoice.';

test.each([
  ['a bank order', () => order('bank'), [...BANK, INVOICE], [BALANCE, 'by card']],
  ['a bank deposit', () => deposit('bank'), [...BANK, BALANCE, 'EUR 25.00'], [INVOICE, 'by card']],
  [
    'a card order',
    () => order('card'),
    ['Pay by card', 'on the payment page of order', 'Payable until', INVOICE],
    ['IBAN', 'transfer', 'Reference', BALANCE],
  ],
  [
    'a card deposit',
    () => deposit('card'),
    ['Pay by card', 'on the payment page of order', BALANCE, 'EUR 25.00'],
    ['IBAN', 'BIC', 'transfer', 'Reference', 'ntil', INVOICE],
  ],
])('%s', async (_, make, said, unsaid) => {
  const text = await printed(await make());
  for (const words of [REQUEST, ...said]) expect(text).toContain(words);
  for (const words of unsaid) expect(text).not.toContain(words);
});

test('a document for a transfer that is chosen later names the one that it replaces, and the reason', async () => {
  const { headers } = await deploy(lab, me, { auto_pay: false });
  const id = Number(headers['x-order-id']);
  expect(await printed(id)).not.toContain('replaces');
  const [first] = (await call('listInvoices', {})).body.data;
  await call('payOrders', { body: { order_ids: [id], payment_method: 'bank' } });
  expect(await printed(id)).toContain(
    `This document replaces pro forma invoice ${first.invoice_number}, because the way to pay the order has changed.`,
  );
});
