import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateCommission, deposit, pay, refund } from '@innkeeper/db/ledger';
import { insertOrder } from '@innkeeper/db/tables/orders';
import { inTransaction } from '@innkeeper/db/transaction';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenTax } from '@innkeeper/lab/given-tax';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let directory: string;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-books-'));
});
afterAll(async () => {
  await lab.close();
  await rm(directory, { recursive: true });
});

const at = (text: string) => new Date(`${text}Z`);

/** Inserts an order of 10.00 with 19 % VAT, paid and partly refunded in January, between entries of other months. */
async function givenMonth(description: string): Promise<{ accountId: number; orderId: number }> {
  const { accountId } = await givenAccount(lab.db);
  const tax = givenTax(1900, { country: 'DE' });
  const orderId = await insertOrder(lab.db, {
    ...{ account_id: accountId, type: 'custom', status: 'paid', tax: JSON.stringify(tax), payment_method: 'balance', lines: [] },
    ...{ net: 1000n, vat: 190n, gross: 1190n },
  });
  await inTransaction(lab.db, async (trx) => {
    const money = { accountId, gateway: 'stripe' as const, paymentMethod: 'card', description };
    await deposit(trx, { ...money, amount: 5n, now: at('2025-12-31T23:59:59.999') });
    await deposit(trx, { ...money, amount: 2_000n, now: at('2026-01-01T00:00:00') });
    await pay(trx, { accountId, orderId, net: 1000n, vat: 190n, tax, description: 'Order', now: at('2026-01-15T00:00:00') });
    const part = { accountId, orderId, net: 100n, vat: 19n, tax, description: 'Refund' };
    // With two concurrent transactions, the earlier entry can be written later.
    await refund(trx, { ...part, now: at('2026-02-01T00:00:00') });
    await refund(trx, { ...part, now: at('2026-01-31T23:59:59.999') });
  });
  return { accountId, orderId };
}

test('exportLedger writes a line per posting, without formulas that a spreadsheet would run', async () => {
  const { accountId, orderId } = await givenMonth('=HYPERLINK("http://evil.example";"Click, please")');
  const file = join(directory, 'books.csv');
  const reply = await operator.run('exportLedger', { month: '2026-01', file });
  expect(reply).toEqual({ month: '2026-01', file, entries: 3, postings: 8, debit: '33.09', credit: '33.09' });
  const entries = (await lab.db.selectFrom('ledger_entries').select('id').orderBy('id').execute()).map(({ id }) => id);
  const [, first, second, , third] = entries;
  const of = `${accountId},${orderId}`;
  expect((await readFile(file, 'utf8')).split('\r\n')).toEqual([
    'date,entry,kind,account,order,document,ledger_account,country,vat_rate,debit,credit,currency,payment_method,description',
    expect.stringMatching(
      new RegExp(`^2026-01-01T00:00:00.000Z,${first},deposit,${accountId},,,customer:${accountId},,,,20.00,EUR,card,"'=HYP`),
    ),
    expect.stringMatching(`2026-01-01T00:00:00.000Z,${first},deposit,${accountId},,,gateway:stripe,,,20.00,,EUR,card,`),
    `2026-01-15T00:00:00.000Z,${second},payment,${of},,customer:${accountId},,,11.90,,EUR,balance,Order`,
    `2026-01-15T00:00:00.000Z,${second},payment,${of},,revenue,DE,19.00,,10.00,EUR,balance,Order`,
    `2026-01-15T00:00:00.000Z,${second},payment,${of},,vat_payable:DE:1900,DE,19.00,,1.90,EUR,balance,Order`,
    `2026-01-31T23:59:59.999Z,${third},refund,${of},,customer:${accountId},,,,1.19,EUR,balance,Refund`,
    `2026-01-31T23:59:59.999Z,${third},refund,${of},,revenue,DE,19.00,1.00,,EUR,balance,Refund`,
    `2026-01-31T23:59:59.999Z,${third},refund,${of},,vat_payable:DE:1900,DE,19.00,0.19,,EUR,balance,Refund`,
    '',
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('exportLedger names the document of each entry', async () => {
  const { accountId } = await givenMonth('x');
  const { id: entry_id } = await lab.db
    .selectFrom('ledger_entries')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'payment')
    .executeTakeFirstOrThrow();
  const money = { net: 1000n, vat: 190n, gross: 1190n };
  const invoice = { account_id: accountId, type: 'original' as const, number: 7, issued_at: at('2026-01-15T00:00:00'), entry_id };
  await lab.db
    .insertInto('invoices')
    .values({ ...invoice, ...money, currency: 'EUR', document: '{}' })
    .execute();
  const file = join(directory, 'documents.csv');
  await operator.run('exportLedger', { month: '2026-01', file });
  const lines = (await readFile(file, 'utf8')).split('\r\n').filter((line) => line.includes(`,${entry_id},payment,`));
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line.split(',')[5]).toBe('0000000007');
});

test('exportLedger reads all entries of a large month in order', async () => {
  const { accountId } = await givenAccount(lab.db);
  await inTransaction(lab.db, async (trx) => {
    for (let n = 0; n < 2_105; n += 1)
      await affiliateCommission(trx, { accountId, amount: 1n, description: 'x', now: at('2024-05-05T05:05:05') });
  });
  const file = join(directory, 'many.csv');
  const reply = await operator.run('exportLedger', { month: '2024-05', file });
  expect(reply).toMatchObject({ entries: 2_105, postings: 4_210, debit: '21.05', credit: '21.05' });
  const ids = (await readFile(file, 'utf8'))
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',')[1]));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test('exportLedger overwrites no file, leaves no partial one, and writes only a header for an empty month', async () => {
  const file = join(directory, 'empty.csv');
  expect(await operator.run('exportLedger', { month: '2020-02', file })).toMatchObject({
    entries: 0,
    debit: '0.00',
    credit: '0.00',
  });
  expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(2);
  await expect(operator.run('exportLedger', { month: '2026-01', file })).rejects.toThrow('already exists');
  const nowhere = join(directory, 'none', 'books.csv');
  await expect(operator.run('exportLedger', { month: '2026-01', file: nowhere })).rejects.toThrow('cannot be written');
  await expect(operator.run('exportLedger', { month: '2026-13', file })).rejects.toThrow('Must be a month');
});

test('verifyLedger sums up every business account, with a total of 0', async () => {
  await givenMonth('x');
  const { findings, accounts } = await operator.run('verifyLedger');
  expect(findings).toEqual([]);
  const cents = accounts.map(({ balance }) => Math.round(Number(balance) * 100));
  expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(0);
  expect(accounts.map(({ account }) => account)).toEqual(
    expect.arrayContaining(['customers', 'gateway:stripe', 'revenue', 'vat_payable:DE:1900', 'credits', 'affiliate_payable']),
  );
});
