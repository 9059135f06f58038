/**
 * The content of an invoice, frozen when it is issued.
 *
 * Files are rendered only from it, so it holds the parties, prices and texts of that time. Cents are decimal strings of integers, as in all
 * stored JSON. Amounts of a credit note are positive here, because the document states what it credits. They are negative in its row and in
 * lists.
 */

/** VAT category of EN 16931 (UNTDID 5305): standard rate, zero rate, exempt, reverse charge, outside the scope of VAT. */
export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'O';

/** Tax treatment of a line. Lines with equal values share one row of the VAT breakdown. */
export interface LineTax {
  category: VatCategory;
  /** Rate in basis points. 0 for all categories except `S`. */
  rate_bp: number;
  /** Legal reason for no VAT (`Reverse charge`), or `null` for `S` and `Z`. */
  reason: string | null;
}

export interface Party {
  name: string;
  address: string | null;
  city: string | null;
  postal_code: string | null;
  /** Country code of two letters. */
  country: string;
  country_name: string;
  /** Number in the company register. */
  company_number: string | null;
  vat_number: string | null;
  email: string | null;
}

export interface Seller extends Party {
  /** Hash of the PNG or JPEG image in `invoice_logos`, or `null` to print the name in its place. */
  logo: string | null;
}

export interface DocumentLine extends LineTax {
  label: string;
  sublabel: string;
  /** Explanation of the amount, one sentence per item. */
  words: readonly string[];
  /** ISO times. The end is exclusive. */
  period: { from: string; to: string } | null;
  net: string;
  vat: string;
  gross: string;
}

export interface VatGroup extends LineTax {
  base: string;
  vat: string;
}

/** Payment instructions of a proforma invoice. */
export interface PaymentDue {
  /** `bank`, or `card` and other methods that are paid on the page of a gateway. */
  method: string;
  /** True if the money becomes balance. A deposit is not a supply, so no invoice follows. */
  deposit: boolean;
  /** Deadline as an ISO time, or `null` without a deadline. */
  until: string | null;
  /** Text that the payer of a bank transfer must enter. */
  reference: string;
  /** Account for a transfer. `null` for other methods, and if the seller has set no account. */
  bank: { holder: string; iban: string; bic: string | null; name: string | null } | null;
}

/** Payment of an original invoice, or refund of a credit note. */
export interface PaymentMade {
  /** ISO time. */
  at: string;
  /** Payment method such as `balance`, `card` or `bank`. */
  method: string;
  /** Reference of the payment, or `null` for a payment from the balance. */
  reference: string | null;
}

export interface Corrected {
  number: string;
  /** ISO time. */
  issued_at: string;
  gross: string;
}

export type InvoiceType = 'proform' | 'original' | 'credit-note';

export interface InvoiceDocument {
  type: InvoiceType;
  /** Printed number of 10 digits. */
  number: string;
  /** ISO time. */
  issued_at: string;
  /** IANA zone of all dates of the document. Missing in older documents, whose dates are in UTC. */
  time_zone?: string;
  currency: string;
  seller: Seller;
  buyer: Party;
  /** Ids of the orders. */
  orders: readonly number[];
  /** Position of this document (`n` of `of`) if an entry needs several documents. */
  part: { n: number; of: number };
  lines: readonly DocumentLine[];
  vat_groups: readonly VatGroup[];
  net: string;
  vat: string;
  gross: string;
  due: PaymentDue | null;
  paid: PaymentMade | null;
  /** Originals that a credit note corrects. Empty for other types. */
  corrects: readonly Corrected[];
  /** Further sentences, such as the reason for a correction or legally required texts. */
  notes: readonly string[];
}

/** Largest number of a series. It has 9 digits. */
const MAX_NUMBER = 999_999_999;

/** Returns the zone of the dates of a document. */
export const timeZoneOf = ({ time_zone = 'UTC' }: Pick<InvoiceDocument, 'time_zone'>): string => time_zone;

/** First digit of each series, so that the number alone identifies the document. Originals use 0. */
const SERIES_DIGIT: Readonly<Record<InvoiceType, string>> = { original: '0', 'credit-note': '3', proform: '9' };

/**
 * Returns the printed number of 10 digits: the digit of the series, then the number in the series. Throws a RangeError if `number` is not
 * from 1 to 999,999,999.
 */
export function invoiceNumber(type: InvoiceType, number: number): string {
  if (!Number.isInteger(number) || number < 1 || number > MAX_NUMBER) throw new RangeError(`not a number of a series: ${number}`);
  return `${SERIES_DIGIT[type]}${String(number).padStart(9, '0')}`;
}

/** Ten digits, or groups of four of which no creditor reference is a part. */
const PROFORM_NUMBER = /(?<![0-9])9[0-9]{9}(?![0-9])|(?<![0-9A-Z]|[0-9] )9[0-9]{3} [0-9]{4} [0-9]{2}(?! ?[0-9A-Z])/gi;

/** Returns the distinct numbers of proforma invoices in a text, without their series digit. Payers may write them in groups. */
export function proformNumbers(text: string): number[] {
  const found = text.match(PROFORM_NUMBER) ?? [];
  return [...new Set(found.map((printed) => Number(printed.replaceAll(' ', '').slice(1))))].filter((number) => number > 0);
}

/** Returns the file name without its extension: `invoice-0000000042`, `credit-note-3000000007`. */
export function fileNameOf({ type, number }: { type: InvoiceType; number: string }): string {
  return `${type === 'original' ? 'invoice' : type}-${number}`;
}

/** Returns the series and the number in it for 10 printed digits, or `undefined` if no document can have these digits. */
export function numberOf(digits: string): { type: InvoiceType; number: number } | undefined {
  const type = (Object.keys(SERIES_DIGIT) as InvoiceType[]).find((one) => digits.startsWith(SERIES_DIGIT[one]));
  const number = Number(digits.slice(1));
  return type && /^\d{10}$/.test(digits) && number > 0 ? { type, number } : undefined;
}

/**
 * Returns the number in a series for a number that a person typed: the 10 printed digits, or only those after the first. Returns `undefined`
 * for a printed number of another series.
 */
export function numberInSeries(type: InvoiceType, given: number): number | undefined {
  if (given <= MAX_NUMBER) return given;
  const printed = numberOf(String(given));
  return printed?.type === type ? printed.number : undefined;
}
