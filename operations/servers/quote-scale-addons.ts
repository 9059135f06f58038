import { readSpendable } from '@innkeeper/db/ledger/spending';
import { priceAddonScale } from '@innkeeper/domain/addons/scale';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { refuseSpending } from '@innkeeper/domain/orders/place';
import { type OrderQuote, quoteOf } from '@innkeeper/domain/orders/quote';
import { spenderOf } from '@innkeeper/domain/spending';
import { sumLines } from '@innkeeper/model/pricing/order';
import { type AddonScaling, refundFormerSizes } from './scale-addons.ts';

/**
 * Returns the quote for other addon sizes. Throws the errors of `scaleServerAddons`, except `insufficient_funds`. The caller rolls the
 * transaction back.
 */
export async function quoteScaleAddons(cx: MutatingCx, { server, addons }: AddonScaling): Promise<OrderQuote> {
  const buyer = await buyerOf(cx, server.account_id);
  const changes = await priceAddonScale(cx, server, buyer.tax, addons);
  const lines = changes.map(({ line, amount }) => ({ ...line, ...amount }));
  const quoted = await quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok' });
  await refundFormerSizes(cx, server, changes);
  const { gross } = sumLines(changes.map(({ line }) => line));
  refuseSpending(cx, await readSpendable(cx.db, spenderOf(cx, server.account_id)), gross);
  return quoted;
}
