import { covers } from '@innkeeper/db/ledger';
import { lockSpendable, type SpendableBalance } from '@innkeeper/db/ledger/spending';
import type { Server } from '@innkeeper/db/schema';
import { reserveCapacity } from '@innkeeper/db/tables/nodes';
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { placeOrder, refuseSpending } from '@innkeeper/domain/orders/place';
import { cancelRenewalsAtOldPrice } from '@innkeeper/domain/renewals/cancel-renewals';
import { checkScale, periodLeft, type ScaleRequest, type Scaling } from '@innkeeper/domain/servers/scale-check';
import { explainHostShortage } from '@innkeeper/domain/servers/scale-room';
import { SERVICES } from '@innkeeper/domain/service-types/registry';
import { spenderOf } from '@innkeeper/domain/spending';
import type { Need } from '@innkeeper/model/capacity';
import { Failure } from '@innkeeper/model/failures';
import { capacityChange } from '@innkeeper/model/scaling';
import { isOff } from './enable-rescue.ts';

/**
 * Changes the plan of a server. Reserves capacity, charges the price difference of the remaining period to the balance, and starts the
 * workflow.
 *
 * Every change creates an order. The order of a smaller plan has the amount 0, and the refund follows after the workflow is done. Throws
 * `validation`, `payment_disputed`, `spending_cap`, `no_capacity` and `insufficient_funds`.
 */
export async function scaleServer(
  cx: MutatingCx<Customer>,
  request: ScaleRequest & { server: Server },
): Promise<{ server: LoadedServer; orderId: number }> {
  const { server } = request;
  const scaling = await checkScale(cx, server, request);
  const { plan, from, to, amount, refunds, renewPrice } = scaling;
  const additional = capacityChange(from, to).more;
  // Lock the balance before the node, like all code that needs both. The reverse order could deadlock.
  const balance = await lockSpendable(cx.db, spenderOf(cx, server.account_id));
  refuseSpending(cx, balance, amount.gross);
  await reserveAdditional(cx, server, additional);
  if (amount.gross > 0n && !covers(balance, amount.gross)) throw new Failure('insufficient_funds');
  if (renewPrice !== server.renew_price) await cancelRenewalsAtOldPrice(cx, [server.id]);
  const { orderId, lineId } = await placeScaleOrder(cx, server, scaling, balance);
  const { id: planId, network_speed_mbps: networkSpeedMbps, bandwidth_tb: bandwidthTb } = plan;
  const input = {
    wasOff: isOff(server),
    from,
    to: { ...to, planId, networkSpeedMbps, bandwidthTb, renewPrice: String(renewPrice) },
    held: additional,
    orderId,
    lineId,
    refunds: refunds.map((part) => ({
      orderId: part.order_id,
      lineId: part.line_id,
      net: String(part.net),
      vat: String(part.vat),
    })),
  };
  await SERVICES.server.scale(cx, server.id, { plan: plan.key, input });
  return { server: await loadServer(cx.db, server.id), orderId };
}

/** Reserves more capacity on the server's node, where its disk is. Throws `no_capacity`. */
async function reserveAdditional(cx: MutatingCx<Customer>, server: Server, more: Need): Promise<void> {
  if (Object.values(more).every((amount) => amount === 0)) return;
  if (await reserveCapacity(cx.db, server.node_id, more)) return;
  throw new Failure('no_capacity', { message: await explainHostShortage(cx, server.node_id, more) });
}

/**
 * Places the order of a plan change, paid at once or not at all. An unpaid order would keep its price while the rest of the period gets
 * shorter.
 */
async function placeScaleOrder(
  cx: MutatingCx<Customer>,
  server: Server,
  { plan, price, tax }: Scaling,
  balance: SpendableBalance,
): Promise<{ orderId: number; lineId: number }> {
  const now = cx.clock.now();
  const line = {
    label: server.hostname,
    sublabel: plan.name,
    service_type: 'server',
    service_id: server.id,
    billing_cycle: server.billing_cycle,
    minimum_billing_cycle: plan.minimum_billing_cycle,
    ...periodLeft(server, now),
    ...price,
  };
  const { orderId, lines } = await placeOrder(cx, {
    buyer: { accountId: server.account_id, tax },
    type: 'scale-service',
    lines: [line],
    balance,
  });
  const [placed] = lines;
  if (!placed) throw new Failure('internal', { internal: `order ${orderId} has no line` });
  return { orderId, lineId: placed.id };
}
