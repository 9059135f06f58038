/**
 * Computes the next renewal shown in a quote.
 *
 * New services have no rows yet, so their renewal is computed from prices. Existing services are extended in the transaction of the quote,
 * which is rolled back, and priced by the code of real renewals.
 */
import { findServices, setExpiry } from '@innkeeper/db/tables/services';
import type { Cents } from '@innkeeper/model/money/money';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { priceLine } from '@innkeeper/model/pricing/line';
import { sumLines } from '@innkeeper/model/pricing/order';
import type { Promo } from '@innkeeper/model/pricing/promo';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { MutatingCx } from '../context.ts';
import type { Buyer } from '../orders/buyer.ts';
import type { NextRenewal } from '../orders/quote.ts';
import { automaticLines, type RenewalLine } from './renewal.ts';

/** Price of the next period of a new service. */
export interface NextPeriod {
  /** Net price in cents, before discounts. */
  net: Cents;
  /** Promo code that applies to the renewal. */
  promo?: Promo | null;
}

/** Returns the renewal of new services whose paid period ends at `at`. */
export function renewalOfNew(at: Date, periods: readonly NextPeriod[], tax: TaxDecision): NextRenewal {
  const lines = periods.map(({ net, promo = null }) => priceLine({ steps: [fixedStep(net)], promo, tax }));
  return { at, amount: sumLines(lines) };
}

/**
 * Returns the renewal that follows the renewal by `lines`, for the services `ids` and their addons. Changes rows, so only a quote may call
 * it.
 */
export async function renewalAfter(
  cx: MutatingCx,
  { accountId, tax }: Buyer,
  ids: readonly number[],
  lines: readonly Pick<RenewalLine, 'service_id' | 'period_to'>[],
): Promise<NextRenewal | null> {
  await setExpiry(
    cx.db,
    lines.map(({ service_id: id, period_to: expiry_at }) => ({ id, expiry_at })),
  );
  const next = await automaticLines(cx, new Map([[accountId, tax]]), await findServices(cx.db, ids));
  return firstOf(next.get(accountId) ?? []);
}

/** Returns the lines whose period starts on the earliest day (UTC), as one renewal. */
function firstOf(lines: readonly RenewalLine[]): NextRenewal | null {
  const [first] = lines.toSorted((one, other) => one.period_from.getTime() - other.period_from.getTime());
  if (!first) return null;
  const day = dayOf(first.period_from);
  return { at: first.period_from, amount: sumLines(lines.filter(({ period_from }) => dayOf(period_from) === day)) };
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
