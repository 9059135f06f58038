import type { Country } from '@innkeeper/db/schema';
import type { Cx } from '@innkeeper/domain/context';

/** The countries that an account can be in, by name. */
export function listCountries({ db }: Pick<Cx, 'db'>): Promise<Country[]> {
  return db.selectFrom('countries').selectAll().orderBy('name').execute();
}
