import { countriesAt } from '@innkeeper/db/tables/countries';
import type { Cx } from '@innkeeper/domain/context';
import { presentCountry } from '@innkeeper/present/country';
import type { Reply } from './define.ts';

/** Sorts `Åland Islands` near `Albania`. The order of the database depends on its locale. */
const BY_NAME = new Intl.Collator('en');

/** Lists the countries that new customers can live in, by name, with the VAT rate that the seller charges consumers there now. */
export async function listCountries({
  db,
  clock,
  settings,
}: Pick<Cx, 'db' | 'clock' | 'settings'>): Promise<Reply<'listCountries'>> {
  const countries = await countriesAt(db, clock.now());
  const open = countries
    .filter(({ code }) => !settings.refusedCountries.includes(code))
    .sort((a, b) => BY_NAME.compare(a.name, b.name));
  return { data: open.map(presentCountry) };
}
