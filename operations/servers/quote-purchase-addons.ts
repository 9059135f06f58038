import { priceAddons } from '@innkeeper/domain/addons/purchase';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { refuseOrder } from '@innkeeper/domain/orders/place';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import { sumLines } from '@innkeeper/model/pricing/order';
import type { AddonPurchase } from './purchase-addons.ts';

/** What the addons would cost until the server's expiry. Throws what `purchaseServerAddons` throws. */
export async function quotePurchaseAddons(cx: MutatingCx, { server, addons, autoPay }: AddonPurchase): Promise<Quoted> {
  const buyer = await buyerOf(cx, server.account_id);
  const lines = (await priceAddons(cx, server, buyer.tax, addons)).map(({ line }) => line);
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount: sumLines(lines).gross }, { autoPay });
  return quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok' });
}
