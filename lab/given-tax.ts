/** VAT decisions for orders of tests. */
import type { TaxDecision } from '@innkeeper/model/vat/decide';

/** Returns the decision for a consumer in Austria, unless `fields` differ. */
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

/** Returns the decision as JSON, as a row stores it. */
export const givenTaxJson = (rateBp?: number): string => JSON.stringify(givenTax(rateBp));
