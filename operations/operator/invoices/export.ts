import type { OperatorInput } from '@innkeeper/contract/operator/all';
import { sellerTimeZone } from '@innkeeper/db/tables/seller-time-zone';
import { monthSpan } from '@innkeeper/model/calendar';
import { fileNameOf, invoiceNumber, timeZoneOf } from '@innkeeper/model/invoices/document';
import { formatDecimal } from '@innkeeper/model/money';
import { zonedTimes } from '@innkeeper/model/zoned-time';
import type { OperatorCx } from '../context.ts';
import { type InvoiceRow, invoicesQuery, invoiceView } from './view.ts';

export interface ExportedMonth {
  /** Invoices first, then credit notes, each ordered by number. */
  invoices: { id: number; name: string }[];
  /** CSV for spreadsheets, with a line for each document and VAT rate. */
  csv: string;
  net: string;
  vat: string;
  gross: string;
}

const COLUMNS = 'number,date,type,customer,name,country,vat_number,rule,rate_percent,net,vat,gross,currency,orders';

/** Returns the documents for the archive of a month in the time zone of the seller. Pro forma invoices are excluded, because they are not invoices. */
export async function exportInvoices(
  cx: OperatorCx,
  { month }: Pick<OperatorInput<'exportInvoices'>, 'month'>,
): Promise<ExportedMonth> {
  const { from, to } = monthSpan(month, await sellerTimeZone(cx.db));
  const rows = await invoicesQuery(cx.db)
    .where('i.issued_at', '>=', from)
    .where('i.issued_at', '<', to)
    .where('i.type', '<>', 'proform')
    .orderBy('i.type', 'desc')
    .orderBy('i.number')
    .execute();
  const sum = (of: (row: InvoiceRow) => bigint): string => formatDecimal(rows.reduce((total, row) => total + of(row), 0n));
  return {
    invoices: rows.map((row) => ({
      id: row.id,
      name: fileNameOf({ type: row.type, number: invoiceNumber(row.type, row.number) }),
    })),
    csv: `${[COLUMNS, ...rows.flatMap(csvLines)].join('\r\n')}\r\n`,
    net: sum((row) => row.net),
    vat: sum((row) => row.vat),
    gross: sum((row) => row.gross),
  };
}

/** Returns a CSV line for each VAT group of a document. Amounts of credit notes are negative. */
function csvLines(row: InvoiceRow): string[] {
  const { number, type, account, orders, currency } = invoiceView(row);
  const { buyer, vat_groups } = row.document;
  const sign = type === 'credit-note' ? -1n : 1n;
  return vat_groups.map(({ category, rate_bp, base, vat }) => {
    const amounts = [sign * BigInt(base), sign * BigInt(vat), sign * (BigInt(base) + BigInt(vat))].map(formatDecimal);
    const who = [account, buyer.name, buyer.country, buyer.vat_number ?? ''];
    return [
      number,
      zonedTimes(timeZoneOf(row.document)).date(row.issued_at),
      type,
      ...who,
      category,
      rate_bp / 100,
      ...amounts,
      currency,
      orders.join(' '),
    ]
      .map((value) => quoted(String(value)))
      .join(',');
  });
}

/** Quotes a value where CSV requires it. A value that a spreadsheet would evaluate as a formula gets a leading apostrophe. */
function quoted(text: string): string {
  const safe = /^[=+@\t]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
