import type { Country } from '@innkeeper/contract/schemas/user';
import type { Country as Row } from '@innkeeper/db/schema';
import { taxFactor } from './money.ts';

export function presentCountry({ id, code, name, tax_rate_bp }: Row): Country {
  return { id, code, name, tax_rate: taxFactor(tax_rate_bp) };
}
