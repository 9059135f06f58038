import type { Country } from '@innkeeper/contract/schemas/user';
import type { CountryWithRate } from '@innkeeper/db/tables/countries';
import { taxFactor } from './money.ts';

export function presentCountry({ id, code, name, tax_rate_bp }: CountryWithRate): Country {
  return { id, code, name, tax_rate: taxFactor(tax_rate_bp) };
}
