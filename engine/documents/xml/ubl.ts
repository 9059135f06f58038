/** Converts a document to UBL terms, from which the library writes both syntaxes. BT and BG are terms of EN 16931. */
import type { DocumentLine, InvoiceDocument, LineTax, VatGroup } from '@innkeeper/model/invoices/document';
import { clean, describePayment, formatIsoDay, formatPercent, formatXmlAmount, methodName } from '../text.ts';
import { buyerParty, sellerParty } from './party.ts';

type Ubl = Record<string, unknown>;

/** BT-3: codes of a commercial invoice and a credit note (UNTDID 1001). */
const TYPE_CODES = { original: '380', 'credit-note': '381' } as const;

/** BT-81: codes of our methods (UNTDID 4461), for mutual settlement and card. Methods without their own code are "mutually defined". */
const MEANS: Readonly<Record<string, string>> = { balance: '97', card: '48' };

/** BT-121: exemption reasons that have a code. */
const EXEMPTION_CODES: Readonly<Record<string, string>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' };

export function ublOf(document: InvoiceDocument): Ubl {
  const { type, number, issued_at, currency, orders, corrects, lines, vat_groups, notes, paid, part } = document;
  if (type === 'proform') throw new TypeError('a proform has no XML');
  const money = (field: string, cents: string): Ubl => ({ [field]: formatXmlAmount(cents), [`${field}@currencyID`]: currency });
  const notesOfPart = [...notes, ...(part.of > 1 ? [`Document ${part.n} of ${part.of}.`] : [])].map(clean);
  const outOfScope = vat_groups.some(({ category }) => category === 'O');
  return {
    'ubl:Invoice': {
      'cbc:ID': number,
      'cbc:IssueDate': formatIsoDay(issued_at, document),
      'cbc:InvoiceTypeCode': TYPE_CODES[type],
      ...(notesOfPart.length > 0 && { 'cbc:Note': notesOfPart }),
      'cbc:DocumentCurrencyCode': currency,
      ...(orders.length > 0 && { 'cac:OrderReference': { 'cbc:ID': orders.join(', ') } }),
      ...(corrects.length > 0 && {
        'cac:BillingReference': corrects.map((one) => ({
          'cac:InvoiceDocumentReference': { 'cbc:ID': one.number, 'cbc:IssueDate': formatIsoDay(one.issued_at, document) },
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
        'cac:PaymentTerms': { 'cbc:Note': describePayment(document) },
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
      'cac:InvoiceLine': lines.map((line, i) => lineOf(line, { id: String(i + 1), document, money })),
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

/** Returns the VAT category. A line outside the scope of VAT has no rate, not even 0 (BR-O-05). */
function category(tax: LineTax): Ubl {
  return { 'cbc:ID': tax.category, ...(tax.category !== 'O' && { 'cbc:Percent': formatPercent(tax.rate_bp) }) };
}

/** Returns a line as one unit at its net price. The calculation is described in words, because no field can hold a fraction of a month. */
function lineOf(line: DocumentLine, { id, document, money }: { id: string; document: InvoiceDocument; money: Money }): Ubl {
  const described = [line.sublabel, ...line.words].map(clean).filter(Boolean).join('; ');
  return {
    'cbc:ID': id,
    'cbc:InvoicedQuantity': '1',
    'cbc:InvoicedQuantity@unitCode': 'C62',
    ...money('cbc:LineExtensionAmount', line.net),
    ...(line.period && {
      'cac:InvoicePeriod': {
        'cbc:StartDate': formatIsoDay(line.period.from, document),
        'cbc:EndDate': formatIsoDay(line.period.to, document),
      },
    }),
    'cac:Item': {
      ...(described && { 'cbc:Description': described }),
      'cbc:Name': clean(line.label) || 'Service',
      'cac:ClassifiedTaxCategory': { ...category(line), 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
    },
    'cac:Price': money('cbc:PriceAmount', line.net),
  };
}
