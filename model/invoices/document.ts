/**
 * What an invoice says, frozen when it is issued. Files are rendered from it and from nothing else, so it holds the parties, prices and words as
 * they were then. Cents are decimal strings of integers, as in all stored JSON; of a credit note they are positive here, as the document
 * says what it credits, and negative in its row and in lists.
 */

/** A category of VAT by EN 16931 (UNTDID 5305): standard rate, zero rate, exempt, reverse charge, outside the scope of VAT. */
export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'O';

/** What decides how a line is taxed; lines that agree in all of it are one row of the VAT breakdown. */
export interface LineTax {
  category: VatCategory;
  /** Basis points; 0 for all but `S`. */
  rate_bp: number;
  /** Why there is no VAT, in the words of the law (`Reverse charge`); null for `S` and `Z`. */
  reason: string | null;
}

export interface Party {
  name: string;
  address: string | null;
  city: string | null;
  postal_code: string | null;
  /** Two letters. */
  country: string;
  country_name: string;
  /** In the register of companies. */
  company_number: string | null;
  vat_number: string | null;
  email: string | null;
}

export interface Seller extends Party {
  /** The hash of an image, PNG or JPEG, in `invoice_logos`; null: the name stands in its place. */
  logo: string | null;
}

export interface DocumentLine extends LineTax {
  label: string;
  sublabel: string;
  /** How the amount came about, a sentence each. */
  words: readonly string[];
  /** ISO times; the end is not included. */
  period: { from: string; to: string } | null;
  net: string;
  vat: string;
  gross: string;
}

export interface VatGroup extends LineTax {
  base: string;
  vat: string;
}

/** For a proform: how to pay it. */
export interface PaymentDue {
  /** `bank`, or `card` and others that are paid on the page of a gateway. */
  method: string;
  /** Whether the money becomes balance. A deposit is no supply, so no invoice follows. */
  deposit: boolean;
  /** ISO time, or null when it may wait. */
  until: string | null;
  /** Text that the payer of a transfer names. */
  reference: string;
  /** Account for a transfer. `null` for other methods, and while the seller has named none. */
  bank: { holder: string; iban: string; bic: string | null; name: string | null } | null;
}

/** For an original: how it was paid. */
export interface PaymentMade {
  /** ISO time. */
  at: string;
  /** `balance`, `card`, `bank` ... */
  method: string;
  /** Of the payment; null from the balance. */
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
  /** 10 digits, as it is printed. */
  number: string;
  /** ISO time. */
  issued_at: string;
  currency: string;
  seller: Seller;
  buyer: Party;
  /** Ids of the orders. */
  orders: readonly number[];
  /** Of an entry that needs several documents: this is `n` of `of`. */
  part: { n: number; of: number };
  lines: readonly DocumentLine[];
  vat_groups: readonly VatGroup[];
  net: string;
  vat: string;
  gross: string;
  due: PaymentDue | null;
  paid: PaymentMade | null;
  /** Of a credit note: the originals that it corrects. */
  corrects: readonly Corrected[];
  /** Further sentences: why it is corrected, what the law wants said. */
  notes: readonly string[];
}

/** A first digit by series, so that a number alone says which document is meant; originals have the plain ones. */
const SERIES_DIGIT: Readonly<Record<InvoiceType, string>> = { original: '0', 'credit-note': '3', proform: '9' };

/** The 10 digits of a document: the digit of its series and its number in it. */
export function invoiceNumber(type: InvoiceType, number: number): string {
  if (!Number.isInteger(number) || number < 1 || number > 999_999_999)
    throw new RangeError(`not a number of a series: ${number}`);
  return `${SERIES_DIGIT[type]}${String(number).padStart(9, '0')}`;
}

/** The numbers within their series of the proforms that a text names; no two are the same. */
export function proformNumbers(text: string): number[] {
  const found = text.match(/(?<![0-9])9[0-9]{9}(?![0-9])/g) ?? [];
  return [...new Set(found.map((printed) => Number(printed.slice(1))))].filter((number) => number > 0);
}

/** The name of its file without the ending: `invoice-0000000042`, `credit-note-3000000007`. */
export function fileNameOf({ type, number }: { type: InvoiceType; number: string }): string {
  return `${type === 'original' ? 'invoice' : type}-${number}`;
}

/** The series and the number in it of 10 digits; undefined when no document can have them. */
export function numberOf(digits: string): { type: InvoiceType; number: number } | undefined {
  const type = (Object.keys(SERIES_DIGIT) as InvoiceType[]).find((one) => digits.startsWith(SERIES_DIGIT[one]));
  const number = Number(digits.slice(1));
  return type && /^\d{10}$/.test(digits) && number > 0 ? { type, number } : undefined;
}
