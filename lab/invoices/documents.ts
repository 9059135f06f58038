/** Invoice documents of every kind, for tests of their renderings. */
import { lineTax } from '@innkeeper/model/invoices/category';
import {
  type DocumentLine,
  type InvoiceDocument,
  type InvoiceType,
  invoiceNumber,
  type LineTax,
  type Party,
} from '@innkeeper/model/invoices/document';
import { vatGroups } from '@innkeeper/model/invoices/vat-groups';
import { vatOf } from '@innkeeper/model/money/money';

export const SELLER = {
  name: 'Alpen Hosting GmbH',
  address: 'Mariahilfer Straße 10',
  city: 'Wien',
  postal_code: '1070',
  country: 'AT',
  country_name: 'Austria',
  company_number: 'FN 123456a',
  vat_number: 'ATU12345678',
  email: 'billing@alpen.example',
  logo: null,
} as const;

export const PERSON: Party = {
  name: 'Zoë Müller-Ørsted',
  address: 'Ulica Krótka 5 m. 3',
  city: 'Łódź',
  postal_code: '90-001',
  country: 'PL',
  country_name: 'Poland',
  company_number: null,
  vat_number: null,
  email: 'zoe@example.org',
};

export const COMPANY: Party = {
  ...PERSON,
  name: 'Søren & Sønner <IT> ApS',
  city: 'København',
  country: 'DK',
  country_name: 'Denmark',
  company_number: '12345678',
  vat_number: 'DK12345674',
};

export const TAXES = {
  austria: lineTax({ rule: 'domestic', rateBp: 2000, note: null }),
  austriaReduced: lineTax({ rule: 'domestic', rateBp: 1000, note: null }),
  finland: lineTax({ rule: 'eu-consumer-destination', rateBp: 2550, note: null }),
  reverseCharge: lineTax({ rule: 'reverse-charge', rateBp: 0, note: 'Reverse charge' }),
  outside: lineTax({ rule: 'outside-eu', rateBp: 0, note: null }),
  exempt: lineTax({ rule: 'domestic', rateBp: 0, note: 'Exempt from VAT: small business (§ 6 Abs. 1 Z 27 UStG)' }),
  zero: lineTax({ rule: 'domestic', rateBp: 0, note: null }),
} satisfies Record<string, LineTax>;

export function lineOf(net: bigint, tax: LineTax = TAXES.austria, more: Partial<DocumentLine> = {}): DocumentLine {
  const vat = vatOf(net, tax.rate_bp);
  return {
    label: 'Nano server',
    sublabel: 'web-1.example.com',
    words: ['1 month at 3.99 a month.'],
    period: { from: '2026-11-22T10:00:00.000Z', to: '2026-12-22T10:00:00.000Z' },
    ...tax,
    ...{ net: String(net), vat: String(vat), gross: String(net + vat) },
    ...more,
  };
}

export function documentOf(
  type: InvoiceType,
  lines: readonly DocumentLine[],
  more: Partial<InvoiceDocument> = {},
): InvoiceDocument {
  const sum = (field: 'net' | 'vat' | 'gross'): string => String(lines.reduce((all, line) => all + BigInt(line[field]), 0n));
  const groups = vatGroups(lines.map((line) => ({ ...line, net: BigInt(line.net), vat: BigInt(line.vat) })));
  return {
    type,
    number: invoiceNumber(type, 42),
    issued_at: '2026-11-22T10:00:03.000Z',
    currency: 'EUR',
    seller: SELLER,
    buyer: PERSON,
    orders: [17],
    part: { n: 1, of: 1 },
    lines,
    vat_groups: groups.map(({ base, vat, ...tax }) => ({ ...tax, base: String(base), vat: String(vat) })),
    ...{ net: sum('net'), vat: sum('vat'), gross: sum('gross') },
    due:
      type === 'proform'
        ? {
            method: 'bank',
            deposit: false,
            until: '2026-11-25T10:00:00.000Z',
            reference: 'INK-17-9Q',
            bank: { holder: SELLER.name, iban: 'AT611904300234573201', bic: 'BKAUATWW', name: 'Bank Austria' },
          }
        : null,
    paid: type === 'proform' ? null : { at: '2026-11-22T10:00:00.000Z', method: 'balance', reference: null },
    corrects: type === 'credit-note' ? [{ number: '0000000041', issued_at: '2026-11-20T10:00:00.000Z', gross: '479' }] : [],
    notes: [],
    ...more,
  };
}
