/**
 * Generates the English names of all countries, as the Unicode CLDR has them in the recorded version of Node.
 *
 * They are generated instead of read at run time, so that an update of Node renames no country on invoices.
 */
import { CUSTOMER_COUNTRIES } from '@innkeeper/model/people/country-codes';

export const COUNTRY_NAMES_FILE = 'db/seed/country-names.gen.ts';

export function countryNames(): string {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const lines = CUSTOMER_COUNTRIES.map((code) => {
    const name = names.of(code);
    if (name === undefined) throw new Error(`Node has no name for ${code}`);
    return `  ['${code}', ${/'/.test(name) ? JSON.stringify(name) : `'${name}'`}],\n`;
  });
  return `/** Made by \`npm run gen\`: every country by its code of two letters, with its English name. */
export const COUNTRY_NAMES: readonly (readonly [code: string, name: string])[] = [
${lines.join('')}];
`;
}
