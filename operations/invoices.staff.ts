import type { Database } from '@innkeeper/db/schema';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { continueSeries, lockSeries, unknownSeries } from '@innkeeper/db/tables/invoices/series';
import { sellerTimeZone } from '@innkeeper/db/tables/seller-time-zone';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { NUMBERS_UNKNOWN } from '@innkeeper/domain/invoices/issue';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure, invalid } from '@innkeeper/model/failures';
import { fileNameOf, invoiceNumber, numberInSeries, numberOf, timeZoneOf } from '@innkeeper/model/invoices/document';
import { formatDecimal } from '@innkeeper/model/money/money';
import { monthSpan } from '@innkeeper/model/time/calendar';
import { zonedTimes } from '@innkeeper/model/time/zoned-time';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists invoices, newest first. A month is one in the time zone of the seller. Throws `not_found` for an unknown account. */
export async function listAllInvoices(cx: StaffCx, input: StaffInput<'listAllInvoices'>): Promise<StaffReply<'listAllInvoices'>> {
  const { account, month, type } = input;
  let query = invoicesQuery(cx.db).orderBy('i.id', 'desc');
  if (account !== undefined) query = query.where('i.account_id', '=', await accountIdOf(cx.db, account));
  if (type !== undefined) query = query.where('i.type', '=', type);
  if (month !== undefined) {
    const { from, to } = monthSpan(month, await sellerTimeZone(cx.db));
    query = query.where('i.issued_at', '>=', from).where('i.issued_at', '<', to);
  }
  return listPage(query, input, invoiceView);
}

/** Returns an invoice by its number. Throws `not_found`. */
export async function showInvoice(cx: StaffCx, { number }: StaffInput<'showInvoice'>): Promise<StaffReply<'showInvoice'>> {
  const parsed = numberOf(number);
  const row =
    parsed &&
    (await invoicesQuery(cx.db).where('i.type', '=', parsed.type).where('i.number', '=', parsed.number).executeTakeFirst());
  if (!row) throw new Failure('not_found', { message: `Invoice ${number} does not exist.` });
  const files = await cx.db
    .selectFrom('invoice_documents')
    .select(['format', 'sha256'])
    .where('invoice_id', '=', row.id)
    .orderBy('format')
    .execute();
  const { buyer, corrects, lines, notes } = row.document;
  const money = (cents: string): string => formatDecimal(BigInt(cents));
  return {
    ...invoiceView(row),
    buyer: [buyer.name, buyer.country, buyer.vat_number].filter(Boolean).join(', '),
    corrects: corrects.map((one) => one.number),
    lines: lines.map(({ label, words, net, vat, gross }) => ({
      label,
      words: [...words],
      net: money(net),
      vat: money(vat),
      gross: money(gross),
    })),
    notes: [...notes],
    files,
  };
}

const REASON = 'A backup was restored that did not contain these documents, by the statement of the operator.';

/**
 * Continues a series whose last number is unknown after a restore. Records the numbers in between as a gap. Throws `wrong_state` if the
 * last number is known, and `validation` for a number that a document already has, or that is of another series.
 */
export async function continueInvoices(
  cx: StaffCx,
  { series, number: given }: StaffInput<'continueInvoices'>,
): Promise<StaffReply<'continueInvoices'>> {
  const now = cx.clock.now();
  const row = (await lockSeries(cx.db)).find(({ type }) => type === series);
  if (!row?.unknown_since)
    throw new Failure('wrong_state', { message: `The last number of the series ${series} is known. It continues by itself.` });
  const number = numberInSeries(series, given);
  if (number === undefined) throw invalid('number', `${given} is not a number of the series ${series}.`);
  if (number < row.last) throw invalid('number', `Must be at least ${row.last}, which the last document of this series has.`);
  const gap = await continueSeries(cx.db, { type: series, last: row.last }, { after: number, reason: REASON, now });
  await audit(cx, 'continueInvoices', null, { series, after: number, gap: gap && { ...gap } });
  const waiting = await unknownSeries(cx.db);
  if (waiting.length === 0) await resolveAlerts(cx.db, NUMBERS_UNKNOWN, now);
  return { series, last: number, gap, waiting };
}

interface ExportedMonth {
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
  cx: StaffCx,
  { month }: Pick<StaffInput<'exportInvoices'>, 'month'>,
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

type InvoiceRow = Selectable<Database['invoices']> & { order_ids: number[] };

function invoicesQuery(db: Kysely<Database>) {
  return db
    .selectFrom('invoices as i')
    .selectAll('i')
    .select(sql<number[]>`array(select order_id from invoice_orders where invoice_id = i.id order by order_id)`.as('order_ids'));
}

function invoiceView(row: InvoiceRow): StaffReply<'listAllInvoices'>['data'][number] {
  const { id, type, number, account_id, issued_at, net, vat, gross, currency, order_ids } = row;
  const amounts = { net: formatDecimal(net), vat: formatDecimal(vat), gross: formatDecimal(gross), currency };
  return { id, number: invoiceNumber(type, number), type, account: account_id, issued_at, ...amounts, orders: order_ids };
}
