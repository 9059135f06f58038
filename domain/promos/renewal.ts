/** Which promo code lowers the renewal of each of some servers: the one that was given, or the one that it was ordered with. */
import type { Service } from '@innkeeper/db/schema';
import { findPlanIds } from '@innkeeper/db/tables/promo-codes';
import { bestPromo, type Promo, type PromoTerms, promoRefusal } from '@innkeeper/model/pricing/promo';
import type { Cx } from '../context.ts';
import { standingPromos } from './standing.ts';

export interface RenewalPromos {
  /** Of the codes that hold, the better one; null for what is no server. */
  of(service: Service, months: number): Promo | null;
  /** Why the code that was given lowers none of the servers; undefined when it does, or none was given. */
  refusal(months: number): string | undefined;
}

export async function promosFor({ db }: Pick<Cx, 'db'>, servers: readonly Service[], given?: PromoTerms): Promise<RenewalPromos> {
  const standing = await standingPromos({ db }, servers);
  if (!given && standing.size === 0) return { of: () => null, refusal: () => undefined };
  const ids = servers.map(({ id }) => id);
  const plans = await findPlanIds(db, ids);
  const purchase = (planId: number, months: number) => ({ act: 'renewal', planId, months }) as const;
  return {
    of({ id, promo_code }, months) {
      const planId = plans.get(id);
      if (planId === undefined) return null;
      const codes = [given, standing.get(promo_code?.toLowerCase() ?? '')].filter((promo) => promo !== undefined);
      return bestPromo(codes, purchase(planId, months));
    },
    refusal(months) {
      if (!given) return undefined;
      const refusals = [...plans.values()].map((planId) => promoRefusal(given, purchase(planId, months)));
      return refusals.every((refusal) => refusal !== undefined) ? (refusals[0] ?? 'This promo code is not valid.') : undefined;
    },
  };
}
