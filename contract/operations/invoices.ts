import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { DownloadInvoices, Invoice } from '../schemas/invoice.ts';
import { byId } from './paths.ts';

export const invoices = {
  listInvoices: operation({
    method: 'GET',
    path: '/invoices',
    group: 'Invoices',
    title: 'List invoices',
    summary: 'Lists the invoices of the account, newest first.',
    origin: 'known',
    ability: 'read',
    query: z.strictObject(pageQuery(30)),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Invoice), paginated: true },
    failures: [],
  }),
  downloadInvoice: operation({
    method: 'POST',
    path: '/invoices/{id}/download',
    group: 'Invoices',
    title: 'Download an invoice',
    summary:
      'Returns an invoice as a PDF file that contains its electronic form (Factur-X). The file is created on the first request. If that takes more than 10 seconds, the reply is 409 `not_ready` with `Retry-After`.',
    origin: 'known',
    ability: 'read',
    perMinute: 30,
    ...byId('invoice'),
    bodyKind: 'none',
    reply: { status: 200, contentType: 'application/pdf' },
    failures: ['not_ready'],
  }),
  downloadInvoiceUbl: operation({
    method: 'GET',
    path: '/invoices/{id}/ubl',
    group: 'Invoices',
    title: 'Download an invoice as UBL',
    summary:
      'Returns an invoice or credit note as an electronic invoice (UBL 2.1 according to EN 16931). A pro forma invoice has no electronic form.',
    origin: 'ours',
    ability: 'read',
    perMinute: 30,
    ...byId('invoice'),
    bodyKind: 'none',
    reply: { status: 200, contentType: 'application/xml' },
    failures: ['wrong_state', 'not_ready'],
  }),
  downloadInvoices: operation({
    method: 'POST',
    path: '/invoices/download',
    group: 'Invoices',
    title: 'Download invoices',
    summary: 'Returns at most 100 invoices as a ZIP file of PDF files.',
    origin: 'known',
    ability: 'read',
    perMinute: 10,
    bodyKind: 'json',
    body: DownloadInvoices,
    references: { ids: 'invoice' },
    reply: { status: 200, contentType: 'application/zip' },
    failures: ['not_yours'],
  }),
};
