import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenPaidOrder, givenRefund, givenSeller, issueNow } from '@innkeeper/lab/given-invoices';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let account: string;
let directory: string;
const clock = { now: () => new Date('2026-01-31T12:00:00Z') };
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({ db: lab.db, clock });
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-invoices-'));
  await givenSeller(lab.db);
  const { accountId, email } = await givenAccount(lab.db);
  account = email;
  await lab.db.updateTable('accounts').set({ name: '=1+1, "Ltd"' }).where('id', '=', accountId).execute();
  const orderId = await givenPaidOrder(lab.db, { accountId, nets: [399n, 1000n] });
  await givenRefund(lab.db, { orderId, net: 399n });
  await issueNow(lab.db, clock);
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await lab.close();
});

test('listAllInvoices filters by account, month and type, latest first', async () => {
  const numbers = async (input: Record<string, unknown>) =>
    (await operator.run('listAllInvoices', input)).data.map(({ number }) => number);
  expect(await numbers({ account })).toEqual(['3000000001', '0000000001']);
  expect(await numbers({ month: '2026-01', type: 'original' })).toEqual(['0000000001']);
  expect(await numbers({ month: '2026-02' })).toEqual([]);
  await expect(operator.run('listAllInvoices', { month: '2026-13' })).rejects.toThrow('Must be a month');
});

test('showInvoice finds an invoice by its number', async () => {
  expect(await operator.run('showInvoice', { number: '3000000001' })).toMatchObject({
    type: 'credit-note',
    gross: '-4.79',
    corrects: ['0000000001'],
    lines: [{ label: 'Line 1', gross: '4.79' }],
  });
  await expect(operator.run('showInvoice', { number: '0000000099' })).rejects.toThrow('Invoice 0000000099 does not exist.');
});

test('continueInvoices skips numbers, once, if a restore found no journal', async () => {
  await lab.db.updateTable('invoice_series').set({ unknown_since: new Date() }).where('type', '=', 'proform').execute();
  const input = { series: 'proform', number: 9_000_000_007 };
  await expect(operator.run('continueInvoices', { series: 'proform', number: 3_000_000_007 })).rejects.toThrow(
    '3000000007 is not a number of the series proform.',
  );
  expect(await operator.run('continueInvoices', input)).toEqual({
    ...{ series: 'proform', last: 7, gap: { first: 1, last: 7 }, waiting: [] },
  });
  await expect(operator.run('continueInvoices', input)).rejects.toMatchObject({ code: 'wrong_state' });
});

test('exportInvoices writes PDF, UBL and a list for a month', async () => {
  const output = path.join(directory, 'january.zip');
  const reply = await operator.run('exportInvoices', { month: '2026-01', output });
  expect(reply).toEqual({ month: '2026-01', file: output, documents: 2, net: '10.00', vat: '2.00', gross: '12.00' });
  const files = unzipSync(await readFile(output));
  const stem = ['invoice-0000000001', 'credit-note-3000000001'];
  expect(Object.keys(files)).toEqual(['invoices.csv', ...stem.flatMap((name) => [`${name}.pdf`, `${name}.xml`])]);
  const csv = Buffer.from(files['invoices.csv'] ?? [])
    .toString()
    .split('\r\n');
  expect(csv.slice(1)).toEqual([
    `0000000001,2026-01-31,original,1,"'=1+1, ""Ltd""",AT,,S,20,13.99,2.80,16.79,EUR,1`,
    `3000000001,2026-01-31,credit-note,1,"'=1+1, ""Ltd""",AT,,S,20,-3.99,-0.80,-4.79,EUR,1`,
    '',
  ]);
  // The files are the ones that customers get.
  expect((await operator.run('showInvoice', { number: '0000000001' })).files.map(({ format }) => format)).toEqual(['pdf', 'ubl']);
  const again = path.join(directory, 'again.zip');
  await operator.run('exportInvoices', { month: '2026-01', output: again });
  expect((await readFile(again)).equals(await readFile(output))).toBe(true);
});
