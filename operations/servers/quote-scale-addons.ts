import { readSpendable } from '@innkeeper/db/ledger/spending';
import { priceAddonScale } from '@innkeeper/domain/addons/scale';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { refuseSpending } from '@innkeeper/domain/orders/place';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import { spenderOf } from '@innkeeper/domain/orders/spending';
import { sumLines } from '@innkeeper/model/pricing/order';
import { type AddonScaling, refundFormerSizes } from './scale-addons.ts';

/** What other sizes would cost. Throws what `scaleServerAddons` throws, but `insufficient_funds`. Its transaction is rolled back. */
export async function quoteScaleAddons(cx: MutatingCx, { server, addons }: AddonScaling): Promise<Quoted> {
  const buyer = await buyerOf(cx, server.account_id);
  const changes = await priceAddonScale(cx, server, buyer.tax, addons);
  const lines = changes.map(({ line, amount }) => ({ ...line, ...amount }));
  const quoted = await quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok' });
  await refundFormerSizes(cx, server, changes);
  const { gross } = sumLines(changes.map(({ line }) => line));
  refuseSpending(cx, await readSpendable(cx.db, spenderOf(cx, server.account_id)), gross);
  return quoted;
}
