/** Tests that the days of documents, accounting and VAT rates are days of the seller. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseCatalogue } from '@innkeeper/contract/catalogue/parse';
import { writeCatalogue } from '@innkeeper/contract/catalogue/write';
import { sellerTimeZone, writeDefaultTimeZone } from '@innkeeper/db/tables/seller-time-zone';
import { inTransaction } from '@innkeeper/db/transaction';
import type { Catalogue } from '@innkeeper/model/catalogue/sections';
import { applyCatalogue, exportCatalogue } from '@innkeeper/operations/catalogue/apply.staff';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { givenAccount } from '../../given.ts';
import { givenPaidOrder, givenRefund, givenSeller, givenWaitingOrder, issueNow } from '../../given-invoices.ts';
import { givenTax } from '../../given-tax.ts';
import { openOperator, operatorOf } from '../../operator.ts';

let lab: TestDatabase;
let directory: string;
beforeEach(async () => {
  lab = await openTestDatabase();
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-zone-'));
  await givenSeller(lab.db);
});
afterEach(async () => {
  await rm(directory, { recursive: true });
  await lab.close();
});

const at = (time: string) => ({ now: () => new Date(time) });
const catalogueOf = (text: string): Catalogue => {
  const read = parseCatalogue(text);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return read.catalogue;
};
const exported = async () => writeCatalogue(await inTransaction(lab.db, (trx) => exportCatalogue(operatorOf(trx))));
/** Applies the catalogue with another time zone of the seller, or none. */
async function applyZone(zone: string | null) {
  const without = (await exported()).replace(/ {2}time_zone: .*\n/, '');
  const text = zone === null ? without : without.replace(/^seller:\n/m, `seller:\n  time_zone: ${zone}\n`);
  return inTransaction(lab.db, (trx) => applyCatalogue(operatorOf(trx), { catalogue: catalogueOf(text) }));
}
const setDefault = (zone: string) => inTransaction(lab.db, (trx) => writeDefaultTimeZone(trx, zone));
/** Sells and issues at a time. */
async function sellAt(time: string): Promise<number> {
  const { accountId } = await givenAccount(lab.db);
  const orderId = await givenPaidOrder(lab.db, { accountId, now: new Date(time) });
  await issueNow(lab.db, at(time));
  return orderId;
}

test("the catalogue's zone counts before the default, and the first document fixes it", async () => {
  expect(await sellerTimeZone(lab.db)).toBe('UTC');
  await setDefault('Europe/Vienna');
  expect(await sellerTimeZone(lab.db)).toBe('Europe/Vienna');
  expect((await applyZone('Pacific/Honolulu')).changes).toEqual(['Seller: time zone none -> Pacific/Honolulu']);
  expect(await exported()).toContain('time_zone: Pacific/Honolulu');
  await applyZone('Pacific/Kiritimati');
  await sellAt('2025-12-31T10:30:00Z');
  const { document } = await lab.db.selectFrom('invoices').select('document').executeTakeFirstOrThrow();
  expect(document).toMatchObject({ time_zone: 'Pacific/Kiritimati' });

  await expect(applyZone('Europe/Vienna')).rejects.toMatchObject({
    code: 'validation',
    details: {
      errors: {
        file: [expect.stringMatching(/already issued in the time zone Pacific\/Kiritimati.*cannot become Europe\/Vienna/)],
      },
    },
  });
  await setDefault('Asia/Tokyo');
  await applyZone(null);
  expect(await sellerTimeZone(lab.db)).toBe('Pacific/Kiritimati');
  await applyZone('Pacific/Kiritimati');
});

test('a proforma invoice is a document, too, and a later zone does not replace the first', async () => {
  await setDefault('Europe/Vienna');
  const { accountId } = await givenAccount(lab.db);
  await givenWaitingOrder(lab.db, { accountId });
  expect(await issueNow(lab.db)).toBe(1);
  await setDefault('Asia/Tokyo');
  await sellAt('2026-01-01T12:00:00Z');
  expect(await sellerTimeZone(lab.db)).toBe('Europe/Vienna');
  const documents = await lab.db.selectFrom('invoices').select('document').execute();
  expect(documents.map(({ document }) => (document as { time_zone?: string }).time_zone)).toEqual([
    'Europe/Vienna',
    'Europe/Vienna',
  ]);
});

test('an offset is not a time zone of the seller', async () => {
  const read = parseCatalogue((await exported()).replace(/^seller:\n/m, 'seller:\n  time_zone: "+01:00"\n'));
  expect('errors' in read && read.errors.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringContaining('Must be the name of a time zone'),
  );
});

/** Zone, time of a sale, and the month and quarter that it belongs to. */
const SALES: readonly (readonly [zone: string, time: string, month: string, quarter: string])[] = [
  ['UTC', '2025-12-31T23:30:00Z', '2025-12', '2025Q4'],
  ['Europe/Vienna', '2025-12-31T23:30:00Z', '2026-01', '2026Q1'],
  ['Europe/Vienna', '2025-12-31T22:30:00Z', '2025-12', '2025Q4'],
  ['Europe/Vienna', '2026-03-31T22:30:00Z', '2026-04', '2026Q2'],
  ['Pacific/Kiritimati', '2025-12-31T10:30:00Z', '2026-01', '2026Q1'],
  ['Pacific/Honolulu', '2026-01-01T09:30:00Z', '2025-12', '2025Q4'],
];

test.each(SALES)('in %s, a sale at %s belongs to %s and %s', async (zone, time, month, quarter) => {
  await setDefault(zone);
  await sellAt(time);
  const operator = openOperator({ db: lab.db });
  const months = ['2025-12', '2026-01', '2026-03', '2026-04'];
  for (const one of months) {
    const count = one === month ? 1 : 0;
    expect((await operator.run('listAllInvoices', { month: one })).data, one).toHaveLength(count);
    // The deposit and the payment.
    const { entries } = await operator.run('exportLedger', { month: one, file: path.join(directory, `${one}.csv`) });
    expect(entries, one).toBe(2 * count);
  }
  for (const one of ['2025Q4', '2026Q1', '2026Q2'])
    expect((await operator.run('reportTax', { quarter: one })).vat, one).toBe(one === quarter ? '0.80' : '0.00');
  const output = path.join(directory, 'month.zip');
  expect(await operator.run('exportInvoices', { month, output })).toMatchObject({ documents: 1 });
  const csv = Buffer.from(unzipSync(await readFile(output))['invoices.csv'] ?? []).toString();
  expect(csv.split('\r\n')[1]).toMatch(new RegExp(`^0000000001,${month}-`));
});

test('the journal shows times of the seller', async () => {
  await setDefault('Europe/Vienna');
  await sellAt('2025-12-31T23:30:00Z');
  const operator = openOperator({ db: lab.db });
  const file = path.join(directory, 'books.csv');
  await operator.run('exportLedger', { month: '2026-01', file });
  expect((await readFile(file, 'utf8')).split('\r\n')[1]).toMatch(/^2026-01-01T00:30:00\+01:00,/);
});

test('a refund corrects the quarter in which the seller was paid', async () => {
  await setDefault('Europe/Vienna');
  const { accountId } = await givenAccount(lab.db);
  // A sale of 00:30 on New Year's Day in Vienna, refunded in the next quarter.
  const tax = givenTax(1900, { country: 'DE' });
  const orderId = await givenPaidOrder(lab.db, { accountId, tax, nets: [1_000n], now: new Date('2025-12-31T23:30:00Z') });
  await givenRefund(lab.db, { orderId, net: 1_000n, now: new Date('2026-03-31T22:30:00Z') });
  const operator = openOperator({ db: lab.db });
  expect(await operator.run('reportTax', { quarter: '2026Q1' })).toMatchObject({ vat: '1.90', oss_corrections: [] });
  expect(await operator.run('reportTax', { quarter: '2026Q2' })).toMatchObject({
    oss: [],
    oss_corrections: [{ quarter: '2026Q1', country: 'DE', rate: 19, base: '-10.00', vat: '-1.90' }],
  });
});
