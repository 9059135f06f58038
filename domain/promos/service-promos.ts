/** The promo codes that services were ordered with. A service keeps its code for renewals until the operator disables it. */
import type { Service } from '@innkeeper/db/schema';
import { findPromoCodes } from '@innkeeper/db/tables/promo-codes';
import type { PromoTerms } from '@innkeeper/model/pricing/promo';
import type { Cx } from '../context.ts';
import { termsOf } from './require.ts';

/** Returns the codes by their lowercase text. A renewal does not count as a use, so dates and limits of the code do not apply. */
export async function loadServicePromos({ db }: Pick<Cx, 'db'>, services: readonly Service[]): Promise<Map<string, PromoTerms>> {
  const codes = services.flatMap(({ promo_code }) => promo_code ?? []);
  if (codes.length === 0) return new Map();
  const found = await findPromoCodes(db, codes);
  return new Map(found.filter((promo) => promo.disabled_at === null).map((promo) => [promo.code.toLowerCase(), termsOf(promo)]));
}
