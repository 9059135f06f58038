/** Chooses the promo code for the renewal of each server: the code of the request, or the code with which the server was ordered. */
import type { Service } from '@innkeeper/db/schema';
import { findPlanIds } from '@innkeeper/db/tables/promo-codes';
import { bestPromo, type Promo, type PromoTerms, promoRefusal } from '@innkeeper/model/pricing/promo';
import type { Cx } from '../context.ts';
import { loadServicePromos } from './service-promos.ts';

export interface RenewalPromos {
  /** Returns the better of the valid codes, or `null`. Always `null` for services other than servers. */
  bestFor(service: Service, months: number): Promo | null;
  /** Returns why the given code reduces the price of no server. Returns `undefined` if it reduces a price, or if no code was given. */
  explainRefusal(months: number): string | undefined;
}

/** Loads the promo codes for renewals of these servers. `given` is the code of the request. */
export async function loadRenewalPromos(
  { db }: Pick<Cx, 'db'>,
  servers: readonly Service[],
  given?: PromoTerms,
): Promise<RenewalPromos> {
  const servicePromos = await loadServicePromos({ db }, servers);
  if (!given && servicePromos.size === 0) return { bestFor: () => null, explainRefusal: () => undefined };
  const ids = servers.map(({ id }) => id);
  const plans = await findPlanIds(db, ids);
  const purchase = (planId: number, months: number) => ({ act: 'renewal', planId, months }) as const;
  return {
    bestFor({ id, promo_code }, months) {
      const planId = plans.get(id);
      if (planId === undefined) return null;
      const codes = [given, servicePromos.get(promo_code?.toLowerCase() ?? '')].filter((promo) => promo !== undefined);
      return bestPromo(codes, purchase(planId, months));
    },
    explainRefusal(months) {
      if (!given) return undefined;
      const refusals = [...plans.values()].map((planId) => promoRefusal(given, purchase(planId, months)));
      return refusals.every((refusal) => refusal !== undefined) ? (refusals[0] ?? 'This promo code is not valid.') : undefined;
    },
  };
}
