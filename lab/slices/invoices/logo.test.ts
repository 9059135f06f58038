import { findDocument } from '@innkeeper/db/tables/invoices/files';
import { documents } from '@innkeeper/engine/documents/render';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { givenAccount } from '../../given.ts';
import { givenPaidOrder, givenSeller, issueNow } from '../../given-invoices.ts';
import { type Operator, openOperator } from '../../operator.ts';

const LOGO = 'cli/golden/logo.png';

let lab: TestDatabase;
let operator: Operator;
let accountId: number;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({ db: lab.db });
  await givenSeller(lab.db);
  ({ accountId } = await givenAccount(lab.db));
});
afterAll(() => lab.close());

const hasImage = (pdf: string): boolean => pdf.includes('/Subtype /Image');

/** Issues an invoice and returns its id and the text of its PDF. */
async function invoicePdf(): Promise<{ id: number; pdf: string }> {
  await givenPaidOrder(lab.db, { accountId, nets: [399n] });
  await issueNow(lab.db);
  const { id } = await lab.db
    .selectFrom('invoices')
    .select('id')
    .where('type', '=', 'original')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { id, pdf: await rendered(id) };
}

async function rendered(id: number): Promise<string> {
  const found = await findDocument(lab.db, id);
  if (!found) throw new Error('there is such an invoice');
  return (await documents.render(found.document, 'pdf', { logo: found.logo })).toString('latin1');
}

test('a logo appears on invoices issued while it is set; issued invoices stay as they are', async () => {
  const before = await invoicePdf();
  expect(hasImage(before.pdf)).toBe(false);
  expect(await operator.run('setLogo', { file: LOGO })).toMatchObject({ logo: { format: 'png', width: 120, height: 32 } });
  const { id, pdf } = await invoicePdf();
  expect(hasImage(pdf)).toBe(true);
  expect((await rendered(before.id)) === before.pdf).toBe(true);
  expect(await operator.run('removeLogo', {})).toEqual({ logo: null });
  expect((await rendered(id)) === pdf).toBe(true);
  expect(hasImage((await invoicePdf()).pdf)).toBe(false);
});
