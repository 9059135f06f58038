import { priceAddons } from '@innkeeper/domain/addons/purchase';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { refuseOrder } from '@innkeeper/domain/orders/place';
import { type OrderQuote, quoteOf } from '@innkeeper/domain/orders/quote';
import { renewalOfNew } from '@innkeeper/domain/renewals/next-renewal';
import { sumLines } from '@innkeeper/model/pricing/order';
import type { AddonPurchase } from './purchase-addons.ts';

/** Returns the quote for the addons until the server's expiry. Throws the errors of `purchaseServerAddons`. */
export async function quotePurchaseAddons(cx: MutatingCx, { server, addons, autoPay }: AddonPurchase): Promise<OrderQuote> {
  const buyer = await buyerOf(cx, server.account_id);
  const priced = await priceAddons(cx, server, buyer.tax, addons);
  const lines = priced.map(({ line }) => line);
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount: sumLines(lines).gross }, { autoPay });
  const [first] = lines;
  const periods = priced.map(({ addon: { product, quantity }, line }) => ({
    net: product.price * BigInt(quantity * line.billing_cycle),
  }));
  const nextRenewal = first ? renewalOfNew(first.period_to, periods, buyer.tax) : null;
  return quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok', nextRenewal });
}
