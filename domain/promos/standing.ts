/** The codes that services were ordered with: who has one keeps it for renewals, until the operator disables it. */
import type { Service } from '@innkeeper/db/schema';
import { findPromoCodes } from '@innkeeper/db/tables/promo-codes';
import type { PromoTerms } from '@innkeeper/model/pricing/promo';
import type { Cx } from '../context.ts';
import { termsOf } from './require.ts';

/** By their code in small letters. What a renewal takes of them is no use of its own, so limits and dates do not count. */
export async function standingPromos({ db }: Pick<Cx, 'db'>, services: readonly Service[]): Promise<Map<string, PromoTerms>> {
  const codes = services.flatMap(({ promo_code }) => promo_code ?? []);
  if (codes.length === 0) return new Map();
  const found = await findPromoCodes(db, codes);
  return new Map(found.filter((promo) => promo.disabled_at === null).map((promo) => [promo.code.toLowerCase(), termsOf(promo)]));
}
