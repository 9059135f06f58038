import { archiveOf } from '@innkeeper/domain/invoices/archive';
import { downloadInvoice, downloadInvoiceUbl, type InvoiceFile } from '@innkeeper/operations/invoices/download';
import { downloadInvoices } from '@innkeeper/operations/invoices/download-invoices';
import { listInvoices } from '@innkeeper/operations/invoices/list';
import { presentInvoice } from '@innkeeper/present/invoice';
import { page } from '@innkeeper/present/page';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Handlers } from './define.ts';

export const invoices = {
  listInvoices: async (cx, { query }, url) =>
    page(url, query, await listInvoices(cx, { page: query.page, perPage: query.per_page }), presentInvoice),
  downloadInvoice: async (cx, { invoice }) => fileReply(await downloadInvoice(cx, { invoice })),
  downloadInvoiceUbl: async (cx, { invoice }) => fileReply(await downloadInvoiceUbl(cx, { invoice })),
  downloadInvoices: async (cx, { body }) =>
    new WithHeaders(archiveOf(await downloadInvoices(cx, body), cx.clock.now()), asAttachment('invoices.zip')),
} satisfies Handlers;

const fileReply = ({ name, bytes }: InvoiceFile) => new WithHeaders(bytes, asAttachment(name));

const asAttachment = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });
