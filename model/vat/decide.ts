/**
 * Whose VAT is charged on a service that is supplied electronically, at which rate and by which rule. Decided once for each order, and stored
 * with it. docs/decisions/vat.md has the table and its reasons.
 */
import { days } from '../clock.ts';
import type { BasisPoints } from '../money.ts';
import { EU_COUNTRIES, isNumberOf } from './countries.ts';

export type TaxRule = 'domestic' | 'eu-consumer-destination' | 'eu-consumer-origin' | 'reverse-charge' | 'outside-eu';

export type Verdict = 'valid' | 'invalid' | 'unknown';

export interface VatRate {
  country: string;
  rateBp: BasisPoints;
  from: Date;
}

/** What is known of a customer and the seller. Countries are ISO 3166. */
export interface TaxProfile {
  /** As the customer says. */
  country: string;
  company: boolean;
  /** With its prefix. */
  vatNumber: string | null;
  /** The latest of that number; null: never asked for. */
  check: { verdict: Verdict; consultation: string | null; at: Date | null } | null;
  /** At least of the customer's country and the seller's. */
  rates: readonly VatRate[];
  /** `oss`: registered for the One Stop Shop. `thresholdPassed`: sells more than EUR 10 000 a year to consumers of other EU countries. */
  seller: { country: string; oss: boolean; thresholdPassed: boolean };
  evidence: { ipCountry: string | null; cardCountry: string | null };
}

/** What a decision was made on, as an auditor asks for it. */
export interface TaxEvidence {
  country: string;
  ipCountry: string | null;
  cardCountry: string | null;
  company: boolean;
  vatNumber: string | null;
  verdict: Verdict | null;
  consultation: string | null;
  /** ISO 8601. */
  checkedAt: string | null;
}

/** Stored as JSON with each order. */
export interface TaxDecision {
  /** Whose VAT. */
  country: string;
  rateBp: BasisPoints;
  rule: TaxRule;
  /** A sentence that the law wants on the invoice, literally. */
  note: string | null;
  /** The customer's VAT number is not checked yet, so the rate of a consumer is charged and the invoice waits. */
  pending: boolean;
  evidence: TaxEvidence;
  /** What it became when its number turned out to be valid: VAT went back to the balance. */
  corrected?: TaxCorrection;
}

export interface TaxCorrection {
  rule: 'reverse-charge';
  note: string;
  /** Of the ledger, which gave the VAT back. Refunds after it are without VAT. */
  entry: number;
  /** Cents, whose VAT it was. */
  net: string;
  consultation: string | null;
  checkedAt: string | null;
}

export const REVERSE_CHARGE = 'Reverse charge';

/** How long a verdict is relied on. It is asked for again after 90 days, which leaves a month for a register that does not answer. */
export const RELIED_ON_MS = days(120);

/** Throws a RangeError for a member state without a rate at that moment. */
export function decideTax(profile: TaxProfile, at: Date): TaxDecision {
  const { country, rates, seller } = profile;
  const decided = (rule: TaxRule, whose: string, rateBp: BasisPoints, more: Partial<TaxDecision> = {}): TaxDecision => ({
    country: whose,
    rateBp,
    rule,
    note: null,
    pending: false,
    evidence: evidenceOf(profile),
    ...more,
  });
  if (country === seller.country) return decided('domestic', country, rateAt(rates, country, at));
  if (!EU_COUNTRIES.has(country)) return decided('outside-eu', country, 0);
  const verdict = standingOf(profile, at);
  if (verdict === 'valid') return decided('reverse-charge', country, 0, { note: REVERSE_CHARGE });
  const pending = verdict === 'unknown';
  // The threshold is for sellers of the EU; others owe the customer's VAT from the first cent.
  const destination = seller.oss || seller.thresholdPassed || !EU_COUNTRIES.has(seller.country);
  if (destination) return decided('eu-consumer-destination', country, rateAt(rates, country, at), { pending });
  return decided('eu-consumer-origin', seller.country, rateAt(rates, seller.country, at), { pending });
}

/** What the customer's VAT number counts for; null: it has none that could matter. */
function standingOf({ company, country, vatNumber, check }: TaxProfile, at: Date): Verdict | null {
  if (!company || vatNumber === null || !isNumberOf(vatNumber, country)) return null;
  if (!check?.at) return 'unknown';
  return at.getTime() - check.at.getTime() > RELIED_ON_MS ? 'unknown' : check.verdict;
}

/** The one in force. Countries outside of the EU may have none, which is 0. */
export function rateAt(rates: readonly VatRate[], country: string, at: Date): BasisPoints {
  const inForce = rates
    .filter((rate) => rate.country === country && rate.from <= at)
    .reduce<VatRate | undefined>((latest, rate) => (latest && latest.from > rate.from ? latest : rate), undefined);
  if (!inForce && EU_COUNTRIES.has(country)) throw new RangeError(`There is no VAT rate for ${country} at ${at.toISOString()}.`);
  return inForce?.rateBp ?? 0;
}

function evidenceOf({ country, company, vatNumber, check, evidence }: TaxProfile): TaxEvidence {
  return {
    country,
    ...evidence,
    company,
    vatNumber,
    verdict: check?.verdict ?? null,
    consultation: check?.consultation ?? null,
    checkedAt: check?.at?.toISOString() ?? null,
  };
}
