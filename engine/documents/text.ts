/** Formats text and figures of documents, in English. */
import { type InvoiceDocument, timeZoneOf } from '@innkeeper/model/invoices/document';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { zonedTimes } from '@innkeeper/model/time/zoned-time';

/** Formats an amount for XML, such as `12.34`. */
export const formatXmlAmount = (cents: string): string => formatDecimal(BigInt(cents));

/** Formats an amount for people, such as `1,234.56`. */
export function formatAmount(cents: string | Cents): string {
  const [whole = '0', places = '00'] = formatDecimal(BigInt(cents)).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${places}`;
}

/** Formats a percentage, such as `20` or `25.5`. */
export const formatPercent = (basisPoints: number): string => String(basisPoints / 100);

/** The document whose time zone a date has. */
type Dated = Pick<InvoiceDocument, 'time_zone'>;

/** Returns the day in the time zone of the document, such as `2026-11-22`. */
export const formatIsoDay = (iso: string, document: Dated): string => zonedTimes(timeZoneOf(document)).date(new Date(iso));

/** Formats a date in the time zone of the document, such as `22 November 2026`. */
export const formatDate = (iso: string, document: Dated): string => DATE.format(new Date(formatIsoDay(iso, document)));

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const TITLES: Readonly<Record<InvoiceDocument['type'], string>> = {
  original: 'Invoice',
  'credit-note': 'Credit note',
  proform: 'Pro forma invoice',
};

const METHODS: Readonly<Record<string, string>> = {
  balance: 'account balance',
  card: 'card',
  bank: 'bank transfer',
  bitcoin: 'Bitcoin',
  'bitcoin-ln': 'Bitcoin (Lightning)',
};

export const methodName = (method: string): string => METHODS[method] ?? method;

/**
 * Returns how the document was paid or refunded, or an empty string without a payment. Invoices and credit notes are issued after the
 * payment or refund, so nothing is left to pay.
 */
export function describePayment(document: Pick<InvoiceDocument, 'type' | 'paid' | 'time_zone'>): string {
  const { type, paid } = document;
  if (!paid) return '';
  const byMethod = `by ${methodName(paid.method)}`;
  if (type === 'credit-note')
    return `Refunded ${paid.method === 'balance' ? 'to the account balance' : byMethod} on ${formatDate(paid.at, document)}.`;
  const how = paid.method === 'balance' ? 'from the account balance' : byMethod;
  return `Paid on ${formatDate(paid.at, document)} ${how}${paid.reference ? `, reference ${clean(paid.reference)}` : ''}.`;
}

/**
 * Keeps a text from right to left apart from its neighbours on the same line. Otherwise a name in Arabic would turn round the dates beside it.
 */
export const isolate = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text.replace(ISOLATES, '')}\u2069` : text);

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const ISOLATES = /[\u2066-\u2069]/g;

/** Replaces characters that neither XML nor a page can contain. Customers name their servers, companies and themselves. */
export const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').trim();
