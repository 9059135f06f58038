import { documents } from '@innkeeper/engine/documents/render';
import { invoiceXml } from '@innkeeper/engine/documents/xml/write';
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';
import { splitByTolerance } from '@innkeeper/model/invoices/vat-groups';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMPANY, documentOf, lineOf, PERSON, SELLER, TAXES } from '../invoices/documents.ts';
import { areRulesThere, type Checker, openChecker } from './rules.ts';

const company = { buyer: COMPANY };
const abroad = { ...PERSON, country: 'US', country_name: 'United States', city: 'Portland, OR' };
const unregistered = { ...SELLER, vat_number: null, company_number: null };
const many = (count: number, net: bigint, tax = TAXES.austria) => Array.from({ length: count }, () => lineOf(net, tax));

const CASES: Record<string, InvoiceDocument> = {
  'a person of the own country': documentOf('original', [lineOf(399n)]),
  'a consumer of another country, at its rate': documentOf('original', [lineOf(1299n, TAXES.finland)]),
  'a company with reverse charge': documentOf(
    'original',
    [lineOf(399n, TAXES.reverseCharge), lineOf(12n, TAXES.reverseCharge)],
    company,
  ),
  'somebody outside of the EU': documentOf('original', [lineOf(399n, TAXES.outside)], { buyer: abroad }),
  'a company outside of the EU, by a seller without a company number': documentOf('original', [lineOf(399n, TAXES.outside)], {
    buyer: { ...abroad, company_number: '99-1', vat_number: 'US1' },
    seller: { ...SELLER, company_number: null },
  }),
  'a seller who is exempt': documentOf('original', [lineOf(399n, TAXES.exempt)], { seller: { ...SELLER, vat_number: null } }),
  'a rate of 0': documentOf('original', [lineOf(399n, TAXES.zero)]),
  'several rates': documentOf('original', [
    lineOf(399n),
    lineOf(100n, TAXES.austriaReduced),
    lineOf(1n, TAXES.zero),
    lineOf(7n, TAXES.exempt),
  ]),
  'a line that costs nothing': documentOf('original', [lineOf(399n), lineOf(0n)]),
  '100 lines': documentOf('original', many(100, 399n)),
  'a card, with a reference': documentOf('original', [lineOf(399n)], {
    paid: { at: '2026-11-22T10:00:00.000Z', method: 'card', reference: 'pi_3Nc & <x>' },
  }),
  'a bank transfer and two orders': documentOf('original', [lineOf(399n)], {
    orders: [17, 18],
    paid: { at: '2026-11-22T10:00:00.000Z', method: 'bank', reference: null },
  }),
  'texts that are hard on XML': documentOf(
    'original',
    [lineOf(399n, TAXES.austria, { label: '<b>&\u0000\uFFFE', sublabel: ' "]]>', words: [''] })],
    {
      buyer: {
        ...COMPANY,
        name: '\u0007A\uD800 & B',
        address: null,
        city: null,
        postal_code: null,
        vat_number: null,
        email: null,
      },
    },
  ),
  'a Greek company': documentOf('original', [lineOf(399n, TAXES.reverseCharge)], {
    buyer: { ...COMPANY, country: 'GR', vat_number: '123456789' },
  }),
  'a credit note': documentOf('credit-note', [lineOf(399n)]),
  'a credit note with reverse charge that corrects two invoices': documentOf('credit-note', [lineOf(399n, TAXES.reverseCharge)], {
    ...company,
    corrects: [
      { number: '0000000041', issued_at: '2026-11-20T10:00:00.000Z', gross: '200' },
      { number: '0000000040', issued_at: '2026-11-19T10:00:00.000Z', gross: '199' },
    ],
    notes: ['The server could not be built.'],
  }),
  'a credit note to somebody outside of the EU': documentOf('credit-note', [lineOf(399n, TAXES.outside)], { buyer: abroad }),
};
// Each line is rounded up by half a cent.
for (const [i, lines] of splitByTolerance(
  many(300, 25n, TAXES.austriaReduced).map((line) => ({ ...line, net: 25n, vat: 3n })),
).entries()) {
  const written = lines.map((line) => ({ ...line, net: String(line.net), vat: String(line.vat) }));
  CASES[`part ${i + 1} of what had to be divided`] = documentOf('original', written, { part: { n: i + 1, of: 2 } });
}

describe.runIf(areRulesThere())('validated with the public rules of EN 16931', () => {
  let check: { ubl: Checker; cii: Checker };
  beforeAll(async () => {
    const [ubl, cii] = await Promise.all([openChecker('ubl'), openChecker('cii')]);
    check = { ubl, cii };
  });

  it.each(Object.entries(CASES))('the invoice for %s is valid', async (_name, document) => {
    expect(check.ubl(await invoiceXml(document, 'UBL'))).toEqual([]);
    expect(check.cii(await invoiceXml(document, 'CII'))).toEqual([]);
  });

  it('300 lines whose rounding differences are not distributed are invalid', async () => {
    const undivided = documentOf('original', many(300, 25n, TAXES.austriaReduced));
    expect(check.ubl(await invoiceXml(undivided, 'UBL')).map(({ rule }) => rule)).toContain('BR-S-09');
  });

  it('the XML inside the PDF is the validated one', async () => {
    const document = documentOf('original', [lineOf(399n)]);
    const pdf = (await documents.render(document, 'pdf')).toString('latin1');
    expect(pdf).toContain('factur-x.xml');
    expect(pdf).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
  });

  it('a seller without any tax number is invalid for VAT', async () => {
    const document = documentOf('original', [lineOf(399n)], { seller: unregistered });
    expect(check.ubl(await invoiceXml(document, 'UBL')).map(({ rule }) => rule)).toContain('BR-S-02');
  });
});
