import { covers } from '@innkeeper/db/ledger';
import { holdSpendable, type SpendableBalance } from '@innkeeper/db/ledger/spending';
import type { Server } from '@innkeeper/db/schema';
import { holdCapacity } from '@innkeeper/db/tables/nodes';
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { cancelRenewalsAtOldPrice } from '@innkeeper/domain/orders/cancel-renewals';
import { placeOrder, refuseSpending } from '@innkeeper/domain/orders/place';
import { spenderOf } from '@innkeeper/domain/orders/spending';
import { checkScale, periodLeft, type ScaleRequest, type Scaling } from '@innkeeper/domain/servers/scale-check';
import { lackOfHost } from '@innkeeper/domain/servers/scale-room';
import { SERVICES } from '@innkeeper/domain/services/registry';
import type { Need } from '@innkeeper/model/capacity';
import { Failure } from '@innkeeper/model/failures';
import { capacityChange } from '@innkeeper/model/scaling';
import { isOff } from './enable-rescue.ts';

/**
 * Changes the plan of a server: reserves the room, charges the difference for the rest of the period to the balance, and starts
 * the workflow. Every change makes an order; for a smaller plan its amount is 0, and the refund follows when the workflow is
 * done. Throws `validation`, `payment_disputed`, `spending_cap`, `no_capacity`, `insufficient_funds`.
 */
export async function scaleServer(
  cx: MutatingCx<Customer>,
  request: ScaleRequest & { server: Server },
): Promise<{ server: LoadedServer; orderId: number }> {
  const { server } = request;
  const scaling = await checkScale(cx, server, request);
  const { plan, from, to, amount, refunds, renewPrice } = scaling;
  const held = capacityChange(from, to).more;
  // Held before the node is, as by whatever needs both; the other way round two of them could wait for one another.
  const balance = await holdSpendable(cx.db, spenderOf(cx, server.account_id));
  refuseSpending(cx, balance, amount.gross);
  await holdMore(cx, server, held);
  if (amount.gross > 0n && !covers(balance, amount.gross)) throw new Failure('insufficient_funds');
  if (renewPrice !== server.renew_price) await cancelRenewalsAtOldPrice(cx, [server.id]);
  const { orderId, lineId } = await order(cx, server, scaling, balance);
  const { id: planId, network_speed_mbps: networkSpeedMbps, bandwidth_tb: bandwidthTb } = plan;
  const input = {
    wasOff: isOff(server),
    from,
    to: { ...to, planId, networkSpeedMbps, bandwidthTb, renewPrice: String(renewPrice) },
    held,
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

/** A server stays on its node: its disk is there. */
async function holdMore(cx: MutatingCx<Customer>, server: Server, more: Need): Promise<void> {
  if (Object.values(more).every((amount) => amount === 0)) return;
  if (await holdCapacity(cx.db, server.node_id, more)) return;
  throw new Failure('no_capacity', { message: await lackOfHost(cx, server.node_id, more) });
}

/** Paid at once or not made at all: nothing waits for money while the price for the rest of the period falls. */
async function order(
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
