/** Text and figures of documents, in English. */
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';
import { type Cents, decimal } from '@innkeeper/model/money';

/** `12.34`, as XML has it. */
export const amount = (cents: string): string => decimal(BigInt(cents));

/** `1,234.56`, as people read it. */
export function figure(cents: string | Cents): string {
  const [whole = '0', places = '00'] = decimal(BigInt(cents)).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${places}`;
}

/** `20` or `25.5`. */
export const percent = (basisPoints: number): string => String(basisPoints / 100);

/** The day in UTC: `2026-11-22`. */
export const day = (iso: string): string => iso.slice(0, 10);

/** `22 November 2026`. */
export const date = (iso: string): string => DATE.format(new Date(iso));

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const TITLES: Readonly<Record<InvoiceDocument['type'], string>> = {
  original: 'Invoice',
  'credit-note': 'Credit note',
  proform: 'Proforma invoice',
};

const METHODS: Readonly<Record<string, string>> = {
  balance: 'account balance',
  card: 'card',
  bank: 'bank transfer',
  bitcoin: 'Bitcoin',
  'bitcoin-ln': 'Bitcoin (Lightning)',
};

export const methodName = (method: string): string => METHODS[method] ?? method;

/** How it was paid, or refunded: both documents are issued afterwards, so nothing is left to pay. */
export function paidWords({ type, paid }: Pick<InvoiceDocument, 'type' | 'paid'>): string {
  if (!paid) return '';
  const how = paid.method === 'balance' ? 'from the account balance' : `by ${methodName(paid.method)}`;
  if (type === 'credit-note') return `Refunded to the account balance on ${date(paid.at)}.`;
  return `Paid on ${date(paid.at)} ${how}${paid.reference ? `, reference ${clean(paid.reference)}` : ''}.`;
}

/** Without the characters that neither XML nor a page can hold: customers name their servers, companies and themselves. */
export const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').trim();
