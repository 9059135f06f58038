/** Tests the invoices that customers see: lists, files and archives. */
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { findDocument, requestInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { invoiceFile } from '@innkeeper/domain/invoices/files';
import { documents } from '@innkeeper/engine/documents/render';
import { renderInvoices } from '@innkeeper/jobs/render-invoices';
import { systemClock } from '@innkeeper/model/time/clock';
import { unzipSync } from 'fflate';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenPaidOrder, givenRefund, givenSeller, givenWaitingOrder, issueNow } from '../../given-invoices.ts';

let lab: Lab;
let worker: ReturnType<typeof openDatabase>;
let me: GivenAccount;
let ids: { original: number; note: number; proform: number };
let orderId: number;
let waiting: number;
let rendering = true;
let renderer: Promise<void>;
beforeAll(async () => {
  lab = await openLab();
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE) });
  await givenSeller(lab.db, { iban: 'AT611904300234573201' });
  me = await givenAccount(lab.db);
  orderId = await givenPaidOrder(lab.db, { accountId: me.accountId, nets: [123456n, 399n] });
  await givenRefund(lab.db, { orderId, net: 399n });
  waiting = await givenWaitingOrder(lab.db, { accountId: me.accountId, nets: [1000n] });
  await issueNow(worker.db);
  const rows = await lab.db.selectFrom('invoices').select(['id', 'type']).execute();
  const idOf = (type: string) => rows.find((row) => row.type === type)?.id ?? 0;
  ids = { original: idOf('original'), note: idOf('credit-note'), proform: idOf('proform') };
  // Runs the rendering job as a worker does.
  renderer = (async () => {
    while (rendering) {
      await renderInvoices(givenJobCx(worker.db));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
});
afterAll(async () => {
  rendering = false;
  await renderer;
  await expectBooksClean(lab.db);
  await worker.close();
  await lab.close();
});

/** Downloads a file. */
async function download(
  path: string,
  { body, method = 'POST', token = me.token }: { body?: object; method?: 'GET' | 'POST'; token?: string } = {},
) {
  const reply = await lab.app.inject({
    method,
    url: `/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  });
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload };
}

const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text;

test('listInvoices: newest first, with numbers of their series and negative amounts for credit notes', async () => {
  const { body } = await lab.call('listInvoices', {}, { token: me.token });
  expect(body.data).toMatchObject([
    {
      id: ids.note,
      invoice_number: '3000000001',
      type: 'credit-note',
      amount: -3.99,
      amount_with_vat: -4.79,
      order_ids: [orderId],
    },
    { id: ids.proform, invoice_number: '9000000001', type: 'proform', amount: 10, amount_with_vat: 12, order_ids: [waiting] },
    { id: ids.original, invoice_number: '0000000001', type: 'original', amount: 1238.55, order_ids: [orderId] },
  ]);
  expect(body.meta).toMatchObject({ total: 3, per_page: 30 });
  const other = await givenAccount(lab.db);
  expect((await lab.call('listInvoices', {}, { token: other.token })).body.data).toEqual([]);
});

test('getOrder: an order shows its invoices', async () => {
  const { body } = await lab.call('getOrder', { params: { id: orderId } }, { token: me.token });
  expect(body.invoices.map((invoice: { id: number }) => invoice.id)).toEqual([ids.original, ids.note]);
});

test('downloadInvoice: a PDF with number, texts and amounts that never changes', async () => {
  const { status, headers, bytes } = await download(`/invoices/${ids.original}/download`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="invoice-0000000001.pdf"',
  });
  const text = await textOf(bytes);
  for (const said of [
    ...['Invoice', '0000000001', 'Alpen Hosting GmbH', 'ATU12345678', 'Line 1', '1,234.56', '246.91', 'Fixed price: EUR 3.99.'],
    ...['VAT 20 % on 1,238.55', '247.71', 'EUR 1,486.26', 'from the account balance'],
  ]) {
    expect(text).toContain(said);
  }
  expect((await download(`/invoices/${ids.original}/download`)).bytes.equals(bytes)).toBe(true);
  const found = await findDocument(lab.db, ids.original);
  if (!found) throw new Error('no document');
  expect((await documents.render(found.document, 'pdf')).equals(bytes)).toBe(true);
});

test('downloadInvoice: a credit note names the corrected invoice, and a proform explains how to pay', async () => {
  const note = await textOf((await download(`/invoices/${ids.note}/download`)).bytes);
  expect(note).toContain('This document corrects invoice 0000000001');
  expect(note).toContain('EUR 4.79');
  const proform = await textOf((await download(`/invoices/${ids.proform}/download`)).bytes);
  for (const said of ['not a VAT invoice', 'AT61 1904 3002 3457 3201', 'Reference', '9000000001', 'EUR 12.00']) {
    expect(proform).toContain(said);
  }
});

test('downloadInvoiceUbl: an invoice and a credit note as UBL; a proform has none', async () => {
  const original = await download(`/invoices/${ids.original}/ubl`, { method: 'GET' });
  expect(original.headers).toMatchObject({
    'content-type': 'application/xml',
    'content-disposition': 'attachment; filename="invoice-0000000001.xml"',
  });
  expect(original.bytes.toString()).toContain('<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>');
  const note = (await download(`/invoices/${ids.note}/ubl`, { method: 'GET' })).bytes.toString();
  expect(note).toContain('<CreditNote ');
  expect(note).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>');
  expect(await lab.call('downloadInvoiceUbl', { params: { id: ids.proform } }, { token: me.token })).toMatchObject({
    body: { code: 'wrong_state' },
  });
});

test('downloadInvoices: an archive of the PDFs, each once', async () => {
  const list = [ids.note, ids.original];
  const { status, headers, bytes } = await download('/invoices/download', { body: { ids: list } });
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    'attachment; filename="invoices.zip"',
  ]);
  const files = unzipSync(bytes);
  expect(Object.keys(files)).toEqual(['credit-note-3000000001.pdf', 'invoice-0000000001.pdf']);
  const single = await download(`/invoices/${ids.original}/download`);
  expect(single.bytes.equals(Buffer.from(files['invoice-0000000001.pdf'] ?? []))).toBe(true);
});

test('downloadInvoices: refuses unknown invoices and those of other accounts', async () => {
  const absent = await lab.call('downloadInvoices', { body: { ids: [ids.original, 999_999] } }, { token: me.token });
  expect(absent).toMatchObject({ status: 422, body: { errors: { 'ids.1': ['This invoice does not exist.'] } } });
  const other = await givenAccount(lab.db);
  const foreign = await lab.call('downloadInvoices', { body: { ids: [ids.original] } }, { token: other.token });
  expect(foreign.body).toMatchObject({ code: 'not_yours' });
});

test('a slow rendering is refused with a retry time, and a failing renderer blocks no invoice number', async () => {
  const account = await givenAccount(lab.db);
  rendering = false;
  await renderer;
  await givenPaidOrder(lab.db, { accountId: account.accountId });
  await issueNow(worker.db);
  const { id } = await lab.db.selectFrom('invoices').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const cx = { db: lab.api.db, clock: systemClock };
  // Without a renderer both wait for 10 s, so they run at the same time.
  const replies = await Promise.all([
    download(`/invoices/${id}/download`, { token: account.token }),
    download('/invoices/download', { body: { ids: [id] }, token: account.token }),
  ]);
  expect(replies.map(({ status, bytes, headers }) => [status, JSON.parse(String(bytes)).code, headers['retry-after']])).toEqual([
    [409, 'not_ready', '5'],
    [503, 'unavailable', '5'],
  ]);

  const broken = { render: () => Promise.reject(new Error('no font')) };
  await renderInvoices(givenJobCx(worker.db), broken);
  expect(await openAlerts(lab.db)).toMatchObject([{ kind: 'due_failed', message: expect.stringContaining('no font') }]);
  await givenPaidOrder(lab.db, { accountId: account.accountId });
  expect(await issueNow(worker.db)).toBe(1);

  const later = { now: () => new Date(Date.now() + 3_600_000) };
  await renderInvoices(givenJobCx(worker.db, { clock: later }));
  expect((await invoiceFile(cx, id, 'pdf', { patienceMs: 0 })).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await openAlerts(lab.db)).toEqual([]);
  // A stored file is not requested again.
  await requestInvoiceFiles(lab.api.db, [id], 'pdf', new Date());
  expect(await lab.db.selectFrom('invoice_renders').selectAll().execute()).toEqual([]);
});
