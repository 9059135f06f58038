/** Countries and their VAT rates. */
import type { BasisPoints } from '@innkeeper/model/money';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Country, Database } from '../schema.ts';

export interface CountryWithRate extends Country {
  tax_rate_bp: BasisPoints;
}

/** Lists countries by name with their VAT rate at this time. The rate is 0 if none is set. */
export async function countriesAt(db: Kysely<Database>, at: Date): Promise<CountryWithRate[]> {
  return db.selectFrom('countries as c').selectAll('c').select(rateAt(at).as('tax_rate_bp')).orderBy('c.name').execute();
}

/** Returns SQL for the VAT rate of the country `c` of a query at this time. The rate is 0 if none is set. */
export function rateAt(at: Date): RawBuilder<BasisPoints> {
  return sql<number>`coalesce((select r.rate_bp from vat_rates r where r.country_id = c.id and r.valid_from <= ${at}
    order by r.valid_from desc limit 1), 0)`;
}
