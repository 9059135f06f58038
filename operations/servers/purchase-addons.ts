import type { Server } from '@innkeeper/db/schema';
import { insertAddon } from '@innkeeper/db/tables/addons';
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import { priceAddons } from '@innkeeper/domain/addons/purchase';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { placeOrder } from '@innkeeper/domain/orders/place';
import { cancelWaitingRenewals } from '@innkeeper/domain/renewals/cancel-renewals';
import type { AddonRequest } from '@innkeeper/model/addons';

export interface AddonPurchase {
  server: Server;
  addons: readonly AddonRequest[];
  /** True if the balance pays the order, now or once it covers the order. */
  autoPay: boolean;
}

/**
 * Orders addons until the server's expiry. They are active once they are paid, and are renewed with the server. Throws `validation` with
 * the field, `wrong_state` and `unpaid_limit`.
 */
export async function purchaseServerAddons(
  cx: MutatingCx,
  { server, addons, autoPay }: AddonPurchase,
): Promise<{ server: LoadedServer; orderId: number }> {
  const buyer = await buyerOf(cx, server.account_id);
  const priced = await priceAddons(cx, server, buyer.tax, addons);
  // A job orders the renewal again, with the addons.
  await cancelWaitingRenewals(cx, [server.id], {
    reason: 'The order was replaced because its server has more addons.',
    automatic: true,
  });
  const lines = [];
  for (const { addon, line } of priced) {
    const { key, price } = addon.product;
    const service_id = await insertAddon(cx.db, {
      server_id: server.id,
      account_id: server.account_id,
      key,
      quantity: addon.quantity,
      status: 'awaiting_payment',
      billing_cycle: line.billing_cycle,
      renew_price: price * BigInt(addon.quantity * line.billing_cycle),
      created_at: cx.clock.now(),
    });
    lines.push({ ...line, service_id });
  }
  const { orderId } = await placeOrder(cx, { buyer, type: 'new-addon', autoPay, lines });
  const keys = priced.map(({ addon }) => addon.product.key);
  await audit(cx, 'purchaseServerAddons', { kind: 'server', id: server.id }, { order: orderId, addons: keys });
  return { server: await loadServer(cx.db, server.id), orderId };
}
