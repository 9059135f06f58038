/** Defines the command `./innkeeper invoice`, with the texts that it prints. */
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { invoices } from '@innkeeper/contract/operations/invoices.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { findDocument, findInvoiceFiles, type InvoiceFormat, insertInvoiceFile } from '@innkeeper/db/tables/invoices/files';
import { archiveOf } from '@innkeeper/domain/invoices/archive';
import { readAhead } from '@innkeeper/domain/invoices/files';
import { documents } from '@innkeeper/engine/documents/render';
import { continueInvoices, exportInvoices, listAllInvoices, showInvoice } from '@innkeeper/operations/invoices.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { type Installation, inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { counted } from './output/counted.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';
import { table } from './output/table.ts';

const COLUMNS: ColumnsOf<'listAllInvoices'> = {
  NUMBER: ({ number }) => number,
  TYPE: ({ type }) => type,
  ISSUED: ({ issued_at }) => issued_at,
  ACCOUNT: ({ account }) => account,
  NET: ({ net }) => net,
  VAT: ({ vat }) => vat,
  TOTAL: ({ gross, currency }) => `${gross} ${currency}`,
  ORDERS: ({ orders }) => orders.join(', '),
};

function formatInvoice(invoice: OperatorReply<'showInvoice'>): string {
  const { number, type, issued_at, account, buyer, orders, net, vat, gross, currency, corrects, notes, files } = invoice;
  const head = [
    `${type} ${number} of ${issued_at}`,
    `  buyer     ${buyer} (account ${account})`,
    `  orders    ${orders.join(', ')}`,
    ...(corrects.length > 0 ? [`  corrects  ${corrects.join(', ')}`] : []),
    `  amount    ${net} net, ${vat} VAT, ${gross} ${currency}`,
    ...notes.map((note) => `  note      ${note}`),
    ...files.map(({ format, sha256 }) => `  ${format.padEnd(9)} sha256 ${sha256}`),
  ];
  const lines = invoice.lines.map((line) => [line.label, line.net, line.vat, line.gross, line.words.join(' ')]);
  return [head.join('\n'), table(['LINE', 'NET', 'VAT', 'TOTAL', 'HOW'], lines)].join('\n\n');
}

function formatContinued({ series, last, gap, waiting }: OperatorReply<'continueInvoices'>): string {
  const left = gap ? ` Numbers ${gap.first} to ${gap.last} are recorded as a gap.` : '';
  const next = waiting.length > 0 ? ` Nothing is issued until these series are continued too: ${waiting.join(', ')}.` : '';
  return `The next ${series} gets number ${last + 1}.${left}${next}`;
}

function formatExported({ month, file, documents, net, vat, gross }: OperatorReply<'exportInvoices'>): string {
  if (documents === 0) return `Nothing was issued in ${month}. ${file} contains an empty list.`;
  return `${file}: ${counted(documents, 'invoice or credit note', 'invoices and credit notes')} of ${month}, ${net} net, ${vat} VAT, ${gross} gross.`;
}

export const invoiceBindings: Bindings<typeof invoices> = {
  listAllInvoices: {
    run: inOneTransaction(listAllInvoices),
    format: (page) => formatPage(page, COLUMNS, 'There are no such invoices.'),
  },
  showInvoice: { run: inOneTransaction(showInvoice), format: formatInvoice },
  continueInvoices: { run: inOneTransaction(continueInvoices), format: formatContinued },
  exportInvoices: { run: writeArchive, format: formatExported },
};

export function invoiceCommand(): Command {
  return nounCommand('invoice', 'manage invoices and credit notes', invoices, invoiceBindings);
}

/** Writes the list of invoices and two files of each into an archive. Only a few files are in memory at a time. */
async function writeArchive(installation: Installation, { month, output }: { month: string; output?: string | undefined }) {
  const { invoices: exported, csv, ...sums } = await installation.commit((cx) => exportInvoices(cx, { month }));
  const file = path.resolve(output ?? `invoices-${month}.zip`);
  const ids = exported.map(({ id }) => id);
  const reader = (format: InvoiceFormat) =>
    readAhead(ids, {
      find: (some) => installation.commit(({ db }) => findInvoiceFiles(db, some, format)),
      alone: (id) => invoiceBytes(installation, id, format),
    });
  const [pdf, ubl] = [reader('pdf'), reader('ubl')];
  const entries = exported.flatMap(({ name }, i) => [
    { name: `${name}.pdf`, read: () => pdf(i) },
    { name: `${name}.xml`, read: () => ubl(i) },
  ]);
  const all = [{ name: 'invoices.csv', read: async () => Buffer.from(csv) }, ...entries];
  const files = { names: all.map(({ name }) => name), read: async (i: number) => (all[i] ? all[i].read() : Buffer.of()) };
  const now = await installation.commit(async ({ clock }) => clock.now());
  await pipeline(archiveOf(files, now), createWriteStream(file, { mode: 0o600 }));
  return { month, file, documents: exported.length, ...sums };
}

/** Renders an invoice that was never downloaded, and stores the file. */
async function invoiceBytes(installation: Installation, id: number, format: InvoiceFormat): Promise<Buffer> {
  const source = await installation.commit(({ db }) => findDocument(db, id));
  if (!source) throw new Error(`Invoice ${id} was deleted.`);
  const { document, logo } = source;
  const bytes = await documents.render(document, format, { logo });
  await installation.commit(({ db, clock }) => insertInvoiceFile(db, { invoice_id: id, format, bytes, now: clock.now() }));
  return bytes;
}
