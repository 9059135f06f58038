import { covers } from '@innkeeper/db/ledger';
import { lockSpendable } from '@innkeeper/db/ledger/spending';
import type { Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import { updateService } from '@innkeeper/db/tables/services';
import { alertToDeliver } from '@innkeeper/domain/addons/deliver';
import { type AddonChange, priceAddonScale } from '@innkeeper/domain/addons/scale';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { placeOrder, refuseSpending } from '@innkeeper/domain/orders/place';
import { cancelRenewalsAtOldPrice } from '@innkeeper/domain/renewals/cancel-renewals';
import { refundToBalance } from '@innkeeper/domain/services/refund';
import { spenderOf } from '@innkeeper/domain/spending';
import type { AddonRequest } from '@innkeeper/model/addons';
import { Failure } from '@innkeeper/model/failures';
import { sumLines } from '@innkeeper/model/pricing/order';

export interface AddonScaling {
  server: Server;
  addons: readonly AddonRequest[];
}

/**
 * Changes the size of addons at once, until the server's expiry. Lower prices are refunded to the balance, and higher prices are paid from
 * it.
 *
 * Throws `validation` with the field, `wrong_state`, `payment_disputed`, `spending_cap` and `insufficient_funds`.
 */
export async function scaleServerAddons(
  cx: MutatingCx,
  { server, addons }: AddonScaling,
): Promise<{ server: LoadedServer; orderId: number }> {
  const buyer = await buyerOf(cx, server.account_id);
  const changes = await priceAddonScale(cx, server, buyer.tax, addons);
  await cancelRenewalsAtOldPrice(
    cx,
    changes.map(({ service }) => service.id),
  );
  await refundFormerSizes(cx, server, changes);
  const { gross } = sumLines(changes.map(({ line }) => line));
  const balance = await lockSpendable(cx.db, spenderOf(cx, server.account_id));
  refuseSpending(cx, balance, gross);
  if (!covers(balance, gross)) throw new Failure('insufficient_funds');
  const lines = changes.map(({ line, service }) => ({ ...line, service_id: service.id }));
  const { orderId } = await placeOrder(cx, { buyer, type: 'scale-addon', lines, balance });
  for (const { service, key, quantity, renewPrice } of changes) {
    await updateService(cx.db, service.id, { key, quantity, renew_price: renewPrice });
    await alertToDeliver(cx, service.id, orderId);
  }
  const sizes = Object.fromEntries(changes.map(({ key, quantity }) => [key, quantity]));
  await audit(cx, 'scaleServerAddons', { kind: 'server', id: server.id }, { order: orderId, ...sizes });
  return { server: await loadServer(cx.db, server.id), orderId };
}

/** Refunds the unused part of the former sizes to the balance. */
export async function refundFormerSizes(cx: MutatingCx, server: Server, changes: readonly AddonChange[]): Promise<void> {
  for (const { refunds, line } of changes)
    await refundToBalance(cx, server.account_id, refunds, `${line.label} of ${server.hostname} is smaller`);
}
