/** The VAT rate that a price list shows for a country. */
import type { BasisPoints } from '../money/money.ts';
import { decideTax, type TaxProfile } from './decide.ts';

/**
 * Returns the rate that the seller charges a consumer at this place. A company with a valid VAT number may pay less. Throws a RangeError for
 * a member state without a rate.
 */
export function consumerRate(
  { country, postalCode, rates, seller }: Pick<TaxProfile, 'country' | 'postalCode' | 'rates' | 'seller'>,
  at: Date,
): BasisPoints {
  const consumer = { company: false, vatNumber: null, check: null, evidence: { ipCountry: null, cardCountry: null } };
  return decideTax({ country, postalCode, rates, seller, ...consumer }, at).rateBp;
}
