/** Another promo code, or none, for an order that waits for its money: its lines are priced again by the steps that they have. */
import type { Order, OrderLine } from '@innkeeper/db/schema';
import { linesOf, repriceLine, updateOrder } from '@innkeeper/db/tables/orders';
import { deletePromoUses } from '@innkeeper/db/tables/promo-codes';
import { updateService } from '@innkeeper/db/tables/services';
import { invalid } from '@innkeeper/model/failures';
import type { PriceStep } from '@innkeeper/model/pricing/explanation';
import { priceLine } from '@innkeeper/model/pricing/line';
import { sumLines } from '@innkeeper/model/pricing/order';
import { bestPromo, type Promo, promoRefusal } from '@innkeeper/model/pricing/promo';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { requirePromo } from '../promos/require.ts';
import { reservePromoUse } from '../promos/reserve.ts';

/** Types of orders that codes are for, and what their servers are ordered for. */
const TAKES_PROMO: { readonly [type: string]: 'new' | 'renewal' } = {
  'new-service': 'new',
  'renew-service': 'renewal',
  combined: 'renewal',
};

/**
 * `code` null: none from now on. The use of the former code is free again. `order` is locked by the caller. Throws `validation` under
 * `promo_code` for one that does not lower it.
 */
export async function changePromo(cx: MutatingCx, order: Order, code: string | null): Promise<void> {
  const act = TAKES_PROMO[order.type];
  if (act === undefined) {
    if (code === null) return;
    throw invalid('promo_code', 'This order takes no promo code.');
  }
  await deletePromoUses(cx.db, order.id);
  const promo = code === null ? null : await requirePromo(cx, order.account_id, code);
  const lines = await linesOf(cx.db, [order.id]);
  const plans = await plansOf(cx, lines);
  const refusals: (string | undefined)[] = [];
  for (const line of lines) {
    const planId = line.service_type === 'server' ? plans.get(line.service_id ?? 0) : undefined;
    if (planId === undefined) continue;
    const purchase = { act, planId, months: line.billing_cycle };
    if (promo) refusals.push(promoRefusal(promo, purchase));
    await reprice(cx, order, line, promo && bestPromo([promo], purchase));
    if (act === 'new') await updateService(cx.db, line.service_id as number, { promo_code: promo?.code ?? null });
  }
  if (promo && refusals.every((refusal) => refusal !== undefined))
    throw invalid('promo_code', refusals[0] ?? 'This order takes no promo code.');
  await updateOrder(cx.db, order.id, { ...sumLines(await linesOf(cx.db, [order.id])), promo_code: promo?.code ?? null });
  if (promo) await reservePromoUse(cx, promo, { accountId: order.account_id, orderId: order.id });
}

async function reprice(cx: MutatingCx, { tax }: Order, line: OrderLine, promo: Promo | null): Promise<void> {
  const steps = line.explanation.filter((step): step is PriceStep => !['promo', 'refund', 'vat'].includes(step.step));
  await repriceLine(cx.db, line.id, priceLine({ steps, promo, tax }));
}

async function plansOf({ db }: MutatingCx, lines: readonly OrderLine[]): Promise<Map<number, number>> {
  const ids = lines.flatMap(({ service_type, service_id }) =>
    service_type === 'server' && service_id !== null ? service_id : [],
  );
  const rows = await db
    .selectFrom('server_details')
    .select(['id', 'plan_id'])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  return new Map(rows.map(({ id, plan_id }) => [id, plan_id]));
}
