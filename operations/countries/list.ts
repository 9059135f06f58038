import { type CountryWithRate, countriesAt } from '@innkeeper/db/tables/countries';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the countries an account can be in, by name, with their current VAT rate. */
export function listCountries({ db, clock }: Pick<Cx, 'db' | 'clock'>): Promise<CountryWithRate[]> {
  return countriesAt(db, clock.now());
}
