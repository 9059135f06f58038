/** Formats invoices. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';
import { table } from '../output/table.ts';

export function formatInvoices(reply: OperatorReply<'listAllInvoices'>): string {
  return formatPage(
    reply,
    {
      NUMBER: ({ number }) => number,
      TYPE: ({ type }) => type,
      ISSUED: ({ issued_at }) => issued_at,
      ACCOUNT: ({ account }) => account,
      NET: ({ net }) => net,
      VAT: ({ vat }) => vat,
      TOTAL: ({ gross, currency }) => `${gross} ${currency}`,
      ORDERS: ({ orders }) => orders.join(', '),
    },
    'There are no such invoices.',
  );
}

export function formatInvoice(invoice: OperatorReply<'showInvoice'>): string {
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

export function formatContinued({ series, last, gap, waiting }: OperatorReply<'continueInvoices'>): string {
  const left = gap ? ` Numbers ${gap.first} to ${gap.last} are recorded as a gap.` : '';
  const next = waiting.length > 0 ? ` Nothing is issued until these series are continued too: ${waiting.join(', ')}.` : '';
  return `The next ${series} gets number ${last + 1}.${left}${next}`;
}

export function formatExported({ month, file, documents, net, vat, gross }: OperatorReply<'exportInvoices'>): string {
  if (documents === 0) return `Nothing was issued in ${month}. ${file} contains an empty list.`;
  return `${file}: ${documents} invoices and credit notes of ${month}, ${net} net, ${vat} VAT, ${gross} gross.`;
}
