/**
 * Places whose VAT differs from that of their country (Directive 2006/112/EC, articles 5 to 7).
 *
 * A place is found by its own ISO 3166 code or by a postal code of its country. Unsupported cases are in docs/decisions/vat.md.
 */

/** Countries that belong to the VAT area of another country (article 7). */
export const VAT_AREAS: Readonly<Record<string, string>> = { MC: 'FR' };

/** Part of a country that is outside the VAT area of the EU (article 6). */
interface Territory {
  name: string;
  /** Beginnings of its postal codes of five digits, without blanks. */
  postalCodes: readonly string[];
  /** Own ISO 3166 code of a territory in which sellers of the country charge domestic VAT. Other territories have none here. */
  domesticAs?: string;
}

/** Territories by country. The first match counts, so a more specific postal code comes first. */
const TERRITORIES: Readonly<Record<string, readonly Territory[]>> = {
  ES: [
    { name: 'Canary Islands', postalCodes: ['35', '38'] },
    { name: 'Ceuta', postalCodes: ['51'] },
    { name: 'Melilla', postalCodes: ['52'] },
  ],
  // Finland's own VAT law covers Åland (arvonlisäverolaki, section 1 a), so only other sellers are outside.
  FI: [{ name: 'Åland', postalCodes: ['22'], domesticAs: 'AX' }],
  IT: [
    { name: 'Livigno', postalCodes: ['23041'] },
    { name: "Campione d'Italia", postalCodes: ['22061'] },
  ],
  DE: [
    { name: 'Büsingen', postalCodes: ['78266'] },
    { name: 'Heligoland', postalCodes: ['27498'] },
  ],
  GR: [{ name: 'Mount Athos', postalCodes: ['63086'] }],
  FR: [
    // Two collectivities still use postal codes of Guadeloupe.
    { name: 'Saint Barthélemy', postalCodes: ['97133', '977'] },
    { name: 'Saint Martin', postalCodes: ['97150', '978'] },
    { name: 'Guadeloupe', postalCodes: ['971'], domesticAs: 'GP' },
    { name: 'Martinique', postalCodes: ['972'], domesticAs: 'MQ' },
    { name: 'French Guiana', postalCodes: ['973'] },
    { name: 'Réunion', postalCodes: ['974'], domesticAs: 'RE' },
    { name: 'Saint Pierre and Miquelon', postalCodes: ['975'] },
    { name: 'Mayotte', postalCodes: ['976'] },
    { name: 'Overseas France', postalCodes: ['97'] },
    // 980 is Monaco, which is in the VAT area.
    { name: 'French Southern Territories', postalCodes: ['984'] },
    { name: 'Wallis and Futuna', postalCodes: ['986'] },
    { name: 'French Polynesia', postalCodes: ['987'] },
    { name: 'New Caledonia', postalCodes: ['988'] },
  ],
};

interface VatPlace {
  /** Country of the VAT area, as an ISO 3166 code. `FR` for Monaco. */
  country: string;
  /** Name of the territory, or `null` outside of all territories. */
  territory: string | null;
  /** True if a postal code takes the place out of the VAT area of `country`. */
  isOutside: boolean;
  /** Country whose sellers charge domestic VAT there although it is a territory, or `null`. */
  domesticIn: string | null;
}

/** Returns the country of the VAT area of a country: `FR` for `MC`, otherwise the country itself. */
export function vatAreaOf(country: string): string {
  return VAT_AREAS[country] ?? country;
}

/** Finds the place of an address for VAT. Blanks in the postal code are ignored. */
export function vatPlaceOf(country: string, postalCode: string | null): VatPlace {
  for (const [whole, parts] of Object.entries(TERRITORIES)) {
    const part = parts.find(({ domesticAs }) => domesticAs === country);
    if (part) return { country, territory: part.name, isOutside: false, domesticIn: whole };
  }
  const digits = (postalCode ?? '').replaceAll(/\s/g, '');
  const territory = /^\d{5}$/.test(digits)
    ? TERRITORIES[country]?.find(({ postalCodes }) => postalCodes.some((start) => digits.startsWith(start)))
    : undefined;
  if (!territory) return { country: vatAreaOf(country), territory: null, isOutside: false, domesticIn: null };
  const domesticIn = territory.domesticAs === undefined ? null : country;
  return { country, territory: territory.name, isOutside: true, domesticIn };
}
