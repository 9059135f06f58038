import { type CountryWithRate, countriesAt } from '@innkeeper/db/tables/countries';
import type { Cx } from '@innkeeper/domain/context';

/** The countries that an account can be in, by name, with their VAT of today. */
export function listCountries({ db, clock }: Pick<Cx, 'db' | 'clock'>): Promise<CountryWithRate[]> {
  return countriesAt(db, clock.now());
}
