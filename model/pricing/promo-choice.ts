/**
 * Chooses the promo code of an order that is priced again. An order uses one code. Each line also has codes that use up nothing: the one that
 * its server was ordered with, and the discount that the line was granted.
 */
import type { LineTax, PriceStep } from './explanation.ts';
import { type LinePrice, priceLine } from './line.ts';
import { bestPromo, type Promo, type PromoTerms, type Purchase } from './promo.ts';

/** A line whose price is computed again. */
export interface RepricedLine {
  /** The steps of its list price. */
  steps: readonly PriceStep[];
  /** `null` for a line that promo codes do not lower. */
  purchase: Purchase | null;
  /** Code that the service was ordered with, which holds for its renewals. */
  standing?: PromoTerms | undefined;
  /** Discount that the line has. It stays valid if the catalogue changes, unless its code is replaced. */
  granted: Promo | null;
}

export interface PromoChoice<Terms extends PromoTerms = PromoTerms> {
  /** The code that lowers a line, or `null` if none but standing codes do. */
  promo: Terms | null;
  /** In the order of the lines. */
  prices: LinePrice[];
}

/**
 * Returns the code with the lowest total, and the prices with it. Of equal codes the first wins. `former`: code that the order used. A discount
 * that was granted by it ends with it.
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

/** Compares codes without regard to case. */
export function isSameCode(one: string | null | undefined, other: string | null | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

function promoOf({ purchase, standing, granted }: RepricedLine, promo: PromoTerms | null, former: string | null): Promo | null {
  if (purchase === null) return null;
  const stays = granted && (!isSameCode(granted.code, former) || isSameCode(granted.code, promo?.code));
  const unlimited = stays ? ({ ...granted, applies_to: 'both', planIds: null } as const) : undefined;
  return bestPromo(
    [promo, standing, unlimited].filter((one) => one != null),
    purchase,
  );
}

const totalOf = ({ prices }: PromoChoice): bigint => prices.reduce((sum, { gross }) => sum + gross, 0n);
