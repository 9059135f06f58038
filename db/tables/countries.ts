/** Countries of customers, with the VAT rate that the seller charges consumers there. */
import type { BasisPoints } from '@innkeeper/model/money/money';
import { consumerRate } from '@innkeeper/model/vat/consumer-rate';
import type { Kysely } from 'kysely';
import type { Country, Database } from '../schema.ts';
import { findTaxRules } from './tax.ts';

export interface CountryWithRate extends Country {
  tax_rate_bp: BasisPoints;
}

/** Lists all countries with their VAT rate at this time, in the order of their ids. */
export async function countriesAt(db: Kysely<Database>, at: Date): Promise<CountryWithRate[]> {
  const rules = await findTaxRules(db);
  const countries = await db.selectFrom('countries').selectAll().orderBy('id').execute();
  return countries.map((country) => ({
    ...country,
    tax_rate_bp: consumerRate({ country: country.code, postalCode: null, ...rules }, at),
  }));
}
