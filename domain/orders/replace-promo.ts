/** Replaces the promo code of an unpaid order and reprices its lines. */
import { readSpendable } from '@innkeeper/db/ledger/spending';
import type { Order, OrderLine } from '@innkeeper/db/schema';
import { linesOf, repriceLine, updateOrder, updateOrderLine } from '@innkeeper/db/tables/orders';
import { deletePromoUses, findPlanIds, insertPromoUse } from '@innkeeper/db/tables/promo-codes';
import { findServices, updateService } from '@innkeeper/db/tables/services';
import { invalid } from '@innkeeper/model/failures';
import type { PriceStep, Step } from '@innkeeper/model/pricing/explanation';
import { sumLines } from '@innkeeper/model/pricing/order';
import { type PromoTerms, type Purchase, promoRefusal } from '@innkeeper/model/pricing/promo';
import { choosePromo, isSameCode, type RepricedLine } from '@innkeeper/model/pricing/promo-choice';
import type { MutatingCx } from '../context.ts';
import { closePaymentsOf } from '../payments/end.ts';
import { findPromo, requirePromo } from '../promos/require.ts';
import { reservePromoUse } from '../promos/reserve.ts';
import { loadServicePromos } from '../promos/service-promos.ts';
import { refuseOverCap, spenderOf } from '../spending.ts';

export interface PromoReplacement {
  /** New code. `null` removes the code of the order, `undefined` keeps it. */
  code?: string | null | undefined;
  /** Line that the new code must lower, by default any line. */
  lineId?: number;
  /** New months and price steps by line id. */
  periods?: ReadonlyMap<number, NewPeriod>;
}

export interface NewPeriod {
  months: number;
  steps: readonly PriceStep[];
}

/** Order types that accept promo codes, and the purpose for which they order servers. */
const TAKES_PROMO: { readonly [type: string]: Purchase['act'] } = {
  'new-service': 'new',
  'renew-service': 'renewal',
  combined: 'renewal',
};

/**
 * Reprices the lines with the better of the new code and the order's current one. A line uses the code of its server if that code reduces
 * the price even more. A code that lowers no line is not used. The caller has locked the order.
 *
 * The order's own use is deleted first, so that a code is not blocked by its use in this order. Throws `validation` for `promo_code` if the
 * code does not lower the order. Throws `spending_cap` if the price of an automatic renewal rises above a cap.
 */
export async function replacePromo(cx: MutatingCx, order: Order, replacement: PromoReplacement): Promise<void> {
  const { code, lineId, periods = new Map<number, NewPeriod>() } = replacement;
  const act = TAKES_PROMO[order.type];
  if (act === undefined) {
    if (typeof code === 'string')
      throw invalid('promo_code', 'This type of order does not accept a promo code. Remove promo_code.');
    return;
  }
  const rows = await linesOf(cx.db, [order.id]);
  const lines = await toRepriced(cx, rows, act, periods);
  const own = order.promo_code === null ? undefined : await findPromo(cx, order.promo_code);
  await deletePromoUses(cx.db, order.id);
  // The order's current code needs no new use, even if it has since expired or reached its limits.
  const isOwn = typeof code === 'string' && isSameCode(code, own?.code);
  const given = typeof code !== 'string' ? undefined : isOwn ? own : await requirePromo(cx, order.account_id, code);
  if (given) refuseInapplicablePromo(given, lineId === undefined ? lines : lines.filter((_, i) => rows[i]?.id === lineId));

  const candidates = [given, code === null ? undefined : own].filter((one) => one !== undefined);
  const { promo, prices } = choosePromo(lines, candidates, { former: order.promo_code, tax: order.tax });
  for (const [i, line] of rows.entries()) {
    const [price, period] = [prices[i], periods.get(line.id)];
    if (price) await repriceLine(cx.db, line.id, price);
    if (period) await updateOrderLine(cx.db, line.id, { billing_cycle: period.months });
    if (act === 'new' && lines[i]?.purchase)
      await updateService(cx.db, line.service_id as number, { promo_code: promo?.code ?? null });
  }
  const total = sumLines(prices);
  const isDearer = total.gross > order.gross;
  // An order with a higher price loses its exemption from caps: a customer has requested the change.
  if (order.uncapped && isDearer) refuseOverCap(cx, await readSpendable(cx.db, spenderOf(cx, order.account_id)), total.gross);
  await updateOrder(cx.db, order.id, { ...total, promo_code: promo?.code ?? null, uncapped: order.uncapped && !isDearer });
  if (promo && promo === own)
    await insertPromoUse(cx.db, { order_id: order.id, promo_code_id: promo.id, account_id: order.account_id });
  else if (promo) await reservePromoUse(cx, promo, { accountId: order.account_id, orderId: order.id });
  // Any payment of the previous amount becomes balance.
  if (total.gross !== order.gross) await closePaymentsOf(cx, [order.id]);
}

async function toRepriced(
  cx: MutatingCx,
  rows: readonly OrderLine[],
  act: Purchase['act'],
  periods: ReadonlyMap<number, NewPeriod>,
): Promise<RepricedLine[]> {
  const ids = rows.flatMap(({ service_type, service_id }) =>
    service_type === 'server' && service_id !== null ? service_id : [],
  );
  const services = new Map((await findServices(cx.db, ids)).map((service) => [service.id, service]));
  const plans = await findPlanIds(cx.db, ids);
  // The code of a new server is the code of its order.
  const servicePromos = act === 'new' ? new Map<string, PromoTerms>() : await loadServicePromos(cx, [...services.values()]);
  return rows.map(({ id, service_type, service_id, billing_cycle, explanation, promo }) => {
    const { months, steps } = periods.get(id) ?? { months: billing_cycle, steps: explanation.filter(isPriceStep) };
    const planId = service_type === 'server' && service_id !== null ? plans.get(service_id) : undefined;
    const code = services.get(service_id ?? 0)?.promo_code?.toLowerCase() ?? '';
    return {
      steps,
      purchase: planId === undefined ? null : { act, planId, months },
      servicePromo: servicePromos.get(code),
      granted: promo,
    };
  });
}

const isPriceStep = (step: Step): step is PriceStep => !['promo', 'refund', 'vat'].includes(step.step);

/** Throws `validation` for `promo_code` if the code is not valid for any of the lines. */
function refuseInapplicablePromo(promo: PromoTerms, lines: readonly RepricedLine[]): void {
  const purchases = lines.flatMap(({ purchase }) => purchase ?? []);
  if (purchases.length === 0)
    throw invalid('promo_code', 'This order contains no server, and promo codes apply only to servers. Remove promo_code.');
  const refusals = purchases.map((purchase) => promoRefusal(promo, purchase));
  if (refusals.every((refusal) => refusal !== undefined)) throw invalid('promo_code', refusals[0] as string);
}
