/** Decisions of VAT that orders of a test have. */
import type { TaxDecision } from '@innkeeper/model/vat/decide';

/** Of a consumer in Austria unless told otherwise. */
export function givenTax(rateBp = 2000, fields: Partial<TaxDecision> = {}): TaxDecision {
  const country = fields.country ?? 'AT';
  const none = { ipCountry: null, cardCountry: null, vatNumber: null, verdict: null, consultation: null, checkedAt: null };
  return {
    country,
    rateBp,
    rule: 'eu-consumer-destination',
    note: null,
    pending: false,
    evidence: { country, company: false, ...none },
    ...fields,
  };
}

/** The same, as a row is inserted with it. */
export const givenTaxJson = (rateBp?: number): string => JSON.stringify(givenTax(rateBp));
