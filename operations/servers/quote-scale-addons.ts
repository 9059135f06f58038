import { priceAddonScale } from '@innkeeper/domain/addons/scale';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import type { AddonScaling } from './scale-addons.ts';

/** What other sizes would cost. Throws what `scaleServerAddons` throws, but `insufficient_funds`. */
export async function quoteScaleAddons(cx: MutatingCx, { server, addons }: AddonScaling): Promise<Quoted> {
  const buyer = await buyerOf(cx, server.account_id);
  const changes = await priceAddonScale(cx, server, buyer.tax, addons);
  const lines = changes.map(({ line, amount }) => ({ ...line, ...amount }));
  return quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok' });
}
