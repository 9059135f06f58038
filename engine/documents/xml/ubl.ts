/** A document in the terms of UBL, from which the library writes both syntaxes. BT and BG: terms of EN 16931. */
import type { DocumentLine, InvoiceDocument, LineTax, VatGroup } from '@innkeeper/model/invoices/document';
import { amount, clean, day, methodName, paidWords, percent } from '../text.ts';
import { buyerParty, sellerParty } from './party.ts';

type Ubl = Record<string, unknown>;

/** BT-3: a commercial invoice, a credit note (UNTDID 1001). */
const TYPE_CODES = { original: '380', 'credit-note': '381' } as const;

/** BT-81, by our methods (UNTDID 4461): a card, mutual settlement; what has no code of its own is agreed between the parties. */
const MEANS: Readonly<Record<string, string>> = { balance: '97', card: '48' };

/** BT-121, where the code list has one. */
const EXEMPTION_CODES: Readonly<Record<string, string>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' };

export function ublOf(document: InvoiceDocument): Ubl {
  const { type, number, issued_at, currency, orders, corrects, lines, vat_groups, notes, paid, part } = document;
  if (type === 'proform') throw new TypeError('a proform has no XML');
  const money = (field: string, cents: string): Ubl => ({ [field]: amount(cents), [`${field}@currencyID`]: currency });
  const said = [...notes, ...(part.of > 1 ? [`Document ${part.n} of ${part.of}.`] : [])].map(clean);
  const outOfScope = vat_groups.some(({ category }) => category === 'O');
  return {
    'ubl:Invoice': {
      'cbc:ID': number,
      'cbc:IssueDate': day(issued_at),
      'cbc:InvoiceTypeCode': TYPE_CODES[type],
      ...(said.length > 0 && { 'cbc:Note': said }),
      'cbc:DocumentCurrencyCode': currency,
      ...(orders.length > 0 && { 'cac:OrderReference': { 'cbc:ID': orders.join(', ') } }),
      ...(corrects.length > 0 && {
        'cac:BillingReference': corrects.map((one) => ({
          'cac:InvoiceDocumentReference': { 'cbc:ID': one.number, 'cbc:IssueDate': day(one.issued_at) },
        })),
      }),
      'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(document.seller, { outOfScope }) },
      'cac:AccountingCustomerParty': { 'cac:Party': buyerParty(document.buyer, { outOfScope }) },
      ...(paid && {
        'cac:PaymentMeans': [
          {
            'cbc:PaymentMeansCode': MEANS[paid.method] ?? 'ZZZ',
            'cbc:PaymentMeansCode@name': methodName(paid.method),
            ...(paid.reference && { 'cbc:PaymentID': clean(paid.reference) }),
          },
        ],
        'cac:PaymentTerms': { 'cbc:Note': paidWords(document) },
      }),
      'cac:TaxTotal': [
        { ...money('cbc:TaxAmount', document.vat), 'cac:TaxSubtotal': vat_groups.map((group) => subtotal(group, money)) },
      ],
      'cac:LegalMonetaryTotal': {
        ...money('cbc:LineExtensionAmount', document.net),
        ...money('cbc:TaxExclusiveAmount', document.net),
        ...money('cbc:TaxInclusiveAmount', document.gross),
        ...money('cbc:PrepaidAmount', document.gross),
        ...money('cbc:PayableAmount', '0'),
      },
      'cac:InvoiceLine': lines.map((line, i) => lineOf(line, String(i + 1), money)),
    },
  };
}

type Money = (field: string, cents: string) => Ubl;

function subtotal(group: VatGroup, money: Money): Ubl {
  const code = EXEMPTION_CODES[group.category];
  return {
    ...money('cbc:TaxableAmount', group.base),
    ...money('cbc:TaxAmount', group.vat),
    'cac:TaxCategory': {
      ...category(group),
      ...(group.reason !== null && code && { 'cbc:TaxExemptionReasonCode': code }),
      ...(group.reason !== null && { 'cbc:TaxExemptionReason': clean(group.reason) }),
      'cac:TaxScheme': { 'cbc:ID': 'VAT' },
    },
  };
}

/** What is not subject to VAT has no rate, not even 0 (BR-O-05). */
function category(tax: LineTax): Ubl {
  return { 'cbc:ID': tax.category, ...(tax.category !== 'O' && { 'cbc:Percent': percent(tax.rate_bp) }) };
}

/** A line is one unit at its net price: how that came about is told in words, as no field of a line has room for a part of a month. */
function lineOf(line: DocumentLine, id: string, money: Money): Ubl {
  const described = [line.sublabel, ...line.words].map(clean).filter(Boolean).join('; ');
  return {
    'cbc:ID': id,
    'cbc:InvoicedQuantity': '1',
    'cbc:InvoicedQuantity@unitCode': 'C62',
    ...money('cbc:LineExtensionAmount', line.net),
    ...(line.period && { 'cac:InvoicePeriod': { 'cbc:StartDate': day(line.period.from), 'cbc:EndDate': day(line.period.to) } }),
    'cac:Item': {
      ...(described && { 'cbc:Description': described }),
      'cbc:Name': clean(line.label) || 'Service',
      'cac:ClassifiedTaxCategory': { ...category(line), 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
    },
    'cac:Price': money('cbc:PriceAmount', line.net),
  };
}
