/** Validates the promo code of a request. */
import { findPromoCodes, type LoadedPromoCode, promoUses } from '@innkeeper/db/tables/promo-codes';
import { invalid } from '@innkeeper/model/failures';
import type { PromoTerms } from '@innkeeper/model/pricing/promo';
import type { Cx } from '../context.ts';

/** A code that a new order can use now. */
export interface UsablePromo extends PromoTerms {
  id: number;
  maxUses: number | null;
  maxUsesPerAccount: number | null;
}

/**
 * Finds a code that can be used now. Nothing is locked, so another order may use it up. Throws `validation` for `promo_code`, and
 * `rate_limited` after too many wrong codes.
 */
export async function requirePromo(
  cx: Pick<Cx, 'db' | 'clock' | 'promoTries'>,
  accountId: number,
  code: string,
): Promise<UsablePromo> {
  const now = cx.clock.now();
  const tried = cx.promoTries?.begin(accountId, now);
  const [promo] = await findPromoCodes(cx.db, [code]);
  if (!promo || promo.disabled_at || (promo.valid_from && promo.valid_from > now)) throw refused('This promo code is not valid.');
  if (promo.valid_until && promo.valid_until <= now) throw refused('This promo code has expired.');
  tried?.release();
  const usable = asUsable(promo);
  await refuseExhaustedPromo(cx, usable, accountId);
  return usable;
}

/** Finds a code in any state: ended, disabled or used up. */
export async function findPromo({ db }: Pick<Cx, 'db'>, code: string): Promise<UsablePromo | undefined> {
  const [promo] = await findPromoCodes(db, [code]);
  return promo && asUsable(promo);
}

/** Throws `validation` if the code has reached its maximum number of uses. The check is exact if the caller has locked the code's row. */
export async function refuseExhaustedPromo({ db }: Pick<Cx, 'db'>, promo: UsablePromo, accountId: number): Promise<void> {
  const { id, maxUses, maxUsesPerAccount } = promo;
  if (maxUses === null && maxUsesPerAccount === null) return;
  const uses = await promoUses(db, id, accountId);
  if (maxUses !== null && uses.all >= maxUses) throw refused('This promo code has reached its maximum number of uses.');
  if (maxUsesPerAccount !== null && uses.ofAccount >= maxUsesPerAccount)
    throw refused('This account has already used this promo code the maximum number of times.');
}

/** Returns the terms of a promo code row. */
export function termsOf(promo: LoadedPromoCode): PromoTerms {
  const { code, percentage, minimum_billing_cycle, applies_to, plan_ids: planIds } = promo;
  return { code, percentage, minimum_billing_cycle, applies_to, planIds };
}

function asUsable(promo: LoadedPromoCode): UsablePromo {
  const { id, most_uses: maxUses, most_uses_per_account: maxUsesPerAccount } = promo;
  return { id, ...termsOf(promo), maxUses, maxUsesPerAccount };
}

const refused = (sentence: string) => invalid('promo_code', sentence);
