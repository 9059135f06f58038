/**
 * Decides which country's VAT applies to an electronically supplied service, at which rate and by which rule.
 *
 * The decision is made once per order and stored with it. docs/decisions/vat.md has the table and its reasons.
 */

import type { BasisPoints } from '../money/money.ts';
import { days } from '../time/clock.ts';
import { zonedTimes } from '../time/zoned-time.ts';
import { EU_COUNTRIES, isNumberOf } from './countries.ts';
import { vatAreaOf, vatPlaceOf } from './territories.ts';

export type TaxRule = 'domestic' | 'eu-consumer-destination' | 'eu-consumer-origin' | 'reverse-charge' | 'outside-eu';

export type VatVerdict = 'valid' | 'invalid' | 'unknown';

export interface VatRate {
  country: string;
  rateBp: BasisPoints;
  /** First day of the rate, as its midnight in UTC. It is compared with the date of the seller. */
  from: Date;
}

/** Data about a customer and the seller. Countries are ISO 3166 codes. */
export interface TaxProfile {
  /** Country that the customer states. */
  country: string;
  /** Postal code that the customer states, or `null`. Some belong to territories with their own VAT. */
  postalCode: string | null;
  company: boolean;
  /** VAT number with its prefix. */
  vatNumber: string | null;
  /** Latest check of that number, or `null` if it was never checked. */
  check: { verdict: VatVerdict; consultation: string | null; at: Date | null } | null;
  /** Rates of at least the customer's and the seller's country. */
  rates: readonly VatRate[];
  /** `oss`: registered for the One Stop Shop. `thresholdPassed`: sells more than EUR 10,000 per year to consumers of other EU countries. `timeZone`: IANA zone. */
  seller: { country: string; oss: boolean; thresholdPassed: boolean; timeZone: string };
  evidence: { ipCountry: string | null; cardCountry: string | null };
}

/** Basis of a decision, for auditors. */
export interface TaxEvidence {
  country: string;
  /** Name of the territory with its own VAT that the address is in, or `null`. Missing in decisions before territories were known. */
  territory?: string | null;
  ipCountry: string | null;
  cardCountry: string | null;
  company: boolean;
  vatNumber: string | null;
  verdict: VatVerdict | null;
  consultation: string | null;
  /** ISO 8601 time. */
  checkedAt: string | null;
}

/** Decision that is stored as JSON with each order. */
export interface TaxDecision {
  /** Country whose VAT is charged. */
  country: string;
  rateBp: BasisPoints;
  rule: TaxRule;
  /** Legally required sentence on the invoice, verbatim. */
  note: string | null;
  /** True if the customer's VAT number is not checked yet. Consumer VAT is charged then, and the invoice waits. */
  pending: boolean;
  evidence: TaxEvidence;
  /** Correction after the VAT number turned out to be valid: the VAT was refunded to the balance. */
  corrected?: TaxCorrection;
}

export interface TaxCorrection {
  rule: 'reverse-charge';
  note: string;
  /** Country of the customer, whose VAT area counts for the recapitulative statement. Missing in corrections before VAT areas were known. */
  country?: string;
  /** Ledger entry that refunded the VAT. Later refunds are without VAT. */
  entry: number;
  /** Net amount in cents that the VAT was charged on. */
  net: string;
  consultation: string | null;
  checkedAt: string | null;
}

export const REVERSE_CHARGE = 'Reverse charge';

/** Legal text for a customer in a territory, whose country is in the EU. */
const OUTSIDE_VAT_AREA =
  'Not subject to VAT: supplied outside the VAT area of the European Union (Articles 6, 44 and 59 of Directive 2006/112/EC)';

/**
 * Time in milliseconds for which a verdict is valid. A valid number is checked again after 90 days (checking.ts). The register then has 30
 * days to answer.
 */
export const VERDICT_VALID_MS = days(120);

/** Returns the tax decision at a time. Throws a RangeError for a member state without a rate at that time. */
export function decideTax(profile: TaxProfile, at: Date): TaxDecision {
  const { rates, seller } = profile;
  const home = vatAreaOf(seller.country);
  const { country, territory, isOutside, domesticIn } = vatPlaceOf(profile.country, profile.postalCode);
  const decided = (rule: TaxRule, taxCountry: string, rateBp: BasisPoints, more: Partial<TaxDecision> = {}): TaxDecision => ({
    country: taxCountry,
    rateBp,
    rule,
    note: null,
    pending: false,
    evidence: evidenceOf(profile, territory),
    ...more,
  });
  const rateOf = (of: string) => rateOn(rates, of, zonedTimes(seller.timeZone).date(at));
  // A department of France is outside for all sellers but the French.
  if (domesticIn === home) return decided('domestic', home, rateOf(home));
  if (isOutside) return decided('outside-eu', country, 0, { note: OUTSIDE_VAT_AREA });
  if (country === home) return decided('domestic', country, rateOf(country));
  if (!EU_COUNTRIES.has(country)) return decided('outside-eu', country, 0);
  const verdict = currentVerdict(profile, at);
  if (verdict === 'valid') return decided('reverse-charge', country, 0, { note: REVERSE_CHARGE });
  const pending = verdict === 'unknown';
  // The threshold applies to EU sellers only. Other sellers owe the customer's VAT from the first cent.
  const destination = seller.oss || seller.thresholdPassed || !EU_COUNTRIES.has(home);
  if (destination) return decided('eu-consumer-destination', country, rateOf(country), { pending });
  return decided('eu-consumer-origin', home, rateOf(home), { pending });
}

/** Returns the verdict on the customer's VAT number, or `null` if the customer has no relevant number. */
function currentVerdict({ company, country, vatNumber, check }: TaxProfile, at: Date): VatVerdict | null {
  if (!company || vatNumber === null || !isNumberOf(vatNumber, country)) return null;
  if (!check?.at) return 'unknown';
  return at.getTime() - check.at.getTime() > VERDICT_VALID_MS ? 'unknown' : check.verdict;
}

/**
 * Returns the rate in force on a day such as `2026-01-31`. A country outside the EU without a rate yields 0. Throws a RangeError for a member
 * state without a rate.
 */
function rateOn(rates: readonly VatRate[], country: string, day: string): BasisPoints {
  const inForce = rates
    .filter((rate) => rate.country === country && rate.from.toISOString().slice(0, 10) <= day)
    .reduce<VatRate | undefined>((latest, rate) => (latest && latest.from > rate.from ? latest : rate), undefined);
  if (!inForce && EU_COUNTRIES.has(country)) throw new RangeError(`There is no VAT rate for ${country} on ${day}.`);
  return inForce?.rateBp ?? 0;
}

function evidenceOf({ country, company, vatNumber, check, evidence }: TaxProfile, territory: string | null): TaxEvidence {
  return {
    country,
    territory,
    ...evidence,
    company,
    vatNumber,
    verdict: check?.verdict ?? null,
    consultation: check?.consultation ?? null,
    checkedAt: check?.at?.toISOString() ?? null,
  };
}
