import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkInvoiceNames } from './invoice-names.ts';

let lab: TestDatabase;
beforeEach(async () => {
  lab = await openTestDatabase();
});
afterEach(() => lab.close());

async function given(name: string): Promise<number> {
  const { accountId } = await givenAccount(lab.db);
  await lab.db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute();
  return accountId;
}

test('counts accounts and the seller whose names are not shown completely', async () => {
  for (const name of ['Łódź Hosting', 'שרת ענן']) await given(name);
  expect(await checkInvoiceNames(lab.db, { hasCjk: false })).toEqual([]);
  const chinese = await given('王小明');
  expect(await checkInvoiceNames(lab.db, { hasCjk: false })).toEqual([
    {
      ...{ name: 'invoices', ok: 'warn', why: `show boxes in names or addresses of 1 account (${chinese})` },
      remedy: expect.stringContaining('fonts-noto-cjk'),
    },
  ]);
  expect(await checkInvoiceNames(lab.db, { hasCjk: true })).toEqual([]);
  const rocket = await given('🚀');
  await lab.db.updateTable('seller').set({ name: 'ኢትዮጵያ' }).execute();
  expect(await checkInvoiceNames(lab.db, { hasCjk: true })).toMatchObject([
    {
      why: `show boxes in names or addresses of the seller and 1 account (${rocket})`,
      remedy: expect.not.stringContaining('fonts-noto-cjk'),
    },
  ]);
});
