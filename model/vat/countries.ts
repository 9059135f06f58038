/** The EU's area of VAT, by ISO 3166, and the prefixes of its VAT numbers. */

/** Member states. Northern Ireland is one for goods only (its numbers begin with XI), so services to it are outside. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

export const EU_COUNTRIES: ReadonlySet<string> = new Set(EU);

/** `EL` of `GR`; every other country's is its code. */
export function vatPrefixOf(country: string): string {
  return country === 'GR' ? 'EL' : country;
}

/** Whether a VAT number is one of this member state. */
export function isNumberOf(vatNumber: string, country: string): boolean {
  return EU_COUNTRIES.has(country) && vatNumber.startsWith(vatPrefixOf(country));
}
