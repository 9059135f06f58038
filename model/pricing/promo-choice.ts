/**
 * Selects the promo code of an order that is priced again.
 *
 * An order uses one code. A line can also have discounts that do not count as a use of a code. They come from the code that its server was
 * ordered with, or were granted to the line earlier.
 */
import type { LineTax, PriceStep } from './explanation.ts';
import { type LinePrice, priceLine } from './line.ts';
import { bestPromo, type Promo, type PromoTerms, type Purchase } from './promo.ts';

/** A line with a recomputed price. */
export interface RepricedLine {
  /** Steps of the list price. */
  steps: readonly PriceStep[];
  /** Purchase that codes are checked against, or `null` for a line without promo discounts. */
  purchase: Purchase | null;
  /** Code that the service was ordered with. It also applies to renewals. */
  servicePromo?: PromoTerms | undefined;
  /** Current discount of the line. It stays valid if the catalogue changes, unless its code is replaced. */
  granted: Promo | null;
}

export interface PromoChoice<Terms extends PromoTerms = PromoTerms> {
  /** Code that lowers the price of a line, or `null` if only discounts that the lines already have apply. */
  promo: Terms | null;
  /** Prices in the order of the lines. */
  prices: LinePrice[];
}

/**
 * Returns the code with the lowest total, and the prices with it. The first of equal codes wins.
 *
 * `former` is the code that the order used. Discounts that it granted end, unless it is chosen again.
 */
export function choosePromo<Terms extends PromoTerms>(
  lines: readonly RepricedLine[],
  candidates: readonly Terms[],
  { former, tax }: { former: string | null; tax: LineTax },
): PromoChoice<Terms> {
  const choices = (candidates.length > 0 ? candidates : [null]).map((promo) => {
    const prices = lines.map((line) => priceLine({ steps: line.steps, promo: promoOf(line, promo, former), tax }));
    return { promo: promo && prices.some((price) => isSameCode(price.promo?.code, promo.code)) ? promo : null, prices };
  });
  return choices.reduce((best, choice) => (totalOf(choice) < totalOf(best) ? choice : best));
}

/** Returns whether two codes are equal, ignoring case. */
export function isSameCode(one: string | null | undefined, other: string | null | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

function promoOf(
  { purchase, servicePromo: standing, granted }: RepricedLine,
  promo: PromoTerms | null,
  former: string | null,
): Promo | null {
  if (purchase === null) return null;
  const stays = granted && (!isSameCode(granted.code, former) || isSameCode(granted.code, promo?.code));
  const unlimited = stays ? ({ ...granted, applies_to: 'both', planIds: null } as const) : undefined;
  return bestPromo(
    [promo, standing, unlimited].filter((one) => one != null),
    purchase,
  );
}

const totalOf = ({ prices }: PromoChoice): bigint => prices.reduce((sum, { gross }) => sum + gross, 0n);
