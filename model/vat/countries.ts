/** Member states of the EU VAT area by ISO 3166 code, and the prefixes of their VAT numbers. */
import { vatAreaOf } from './territories.ts';

/** Member states. Northern Ireland counts only for goods (its numbers begin with XI), so services to it are outside the EU. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

export const EU_COUNTRIES: ReadonlySet<string> = new Set(EU);

/** Returns whether a country is in the VAT area of the EU. Monaco is, as a part of France. Territories are in territories.ts. */
export function isInVatArea(country: string): boolean {
  return EU_COUNTRIES.has(vatAreaOf(country));
}

/** Returns the prefix of a country's VAT numbers: `EL` for `GR`, `FR` for `MC`, otherwise the country code. */
export function vatPrefixOf(country: string): string {
  const area = vatAreaOf(country);
  return area === 'GR' ? 'EL' : area;
}

/** Prefixes that VIES knows: those of the member states, and XI of Northern Ireland. */
const VIES_PREFIXES: ReadonlySet<string> = new Set([...EU.map(vatPrefixOf), 'XI']);

/** Returns whether VIES knows the prefix of a VAT number. VIES takes a query in the name of any other number for a wrong query. */
export function hasViesPrefix(vatNumber: string): boolean {
  return VIES_PREFIXES.has(vatNumber.slice(0, 2));
}

/** Returns whether a VAT number belongs to this member state. */
export function isNumberOf(vatNumber: string, country: string): boolean {
  return isInVatArea(country) && vatNumber.startsWith(vatPrefixOf(country));
}
