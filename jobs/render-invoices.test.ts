import { requestInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { givenPaidOrder, givenSeller, issueNow } from '@innkeeper/lab/given-invoices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderInvoices } from './render-invoices.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
  await givenSeller(lab.db);
});
afterAll(() => lab.close());

/** Issues invoices and requests their files. Returns their ids. */
async function givenRequestedFiles(count: number): Promise<number[]> {
  const { accountId } = await givenAccount(lab.db);
  for (let i = 0; i < count; i += 1) await givenPaidOrder(lab.db, { accountId });
  await issueNow(lab.db);
  const rows = await lab.db.selectFrom('invoices').select('id').where('account_id', '=', accountId).orderBy('id').execute();
  const ids = rows.map(({ id }) => id);
  await requestInvoiceFiles(lab.db, ids, 'pdf', new Date());
  return ids;
}

test('an account that requests many files lets others go first', async () => {
  const [many, one] = [await givenRequestedFiles(6), await givenRequestedFiles(1)];
  const rendered: string[] = [];
  const renderer = {
    async render({ number }: { number: string }) {
      rendered.push(number);
      return Buffer.from(number);
    },
  };
  expect(await renderInvoices(givenJobCx(lab.db), renderer)).toBe(7);
  const { document } = await lab.db
    .selectFrom('invoices')
    .select('document')
    .where('id', '=', one[0] ?? 0)
    .executeTakeFirstOrThrow();
  expect(rendered.indexOf(document.number)).toBe(1);
  expect(many).toHaveLength(6);
  expect(await lab.db.selectFrom('invoice_renders').select('id').execute()).toEqual([]);
});
