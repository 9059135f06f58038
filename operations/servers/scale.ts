/** Changes of a server's plan. */
import type { Quote } from '@innkeeper/contract/schemas/quote';
import { covers } from '@innkeeper/db/ledger';
import { lockSpendable, readSpendable, type SpendableBalance } from '@innkeeper/db/ledger/spending';
import type { Server } from '@innkeeper/db/schema';
import { listRooms, reserveCapacity } from '@innkeeper/db/tables/nodes';
import { loadPlansOnSale, type OfferedPlan, sizeOf } from '@innkeeper/db/tables/plans';
import { loadServer } from '@innkeeper/db/tables/servers';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { placeOrder, refuseSpending } from '@innkeeper/domain/orders/place';
import { quoteOf } from '@innkeeper/domain/orders/quote';
import { leaveRenewalsAtOldPrice } from '@innkeeper/domain/renewals/cancel-renewals';
import {
  checkScale,
  periodLeft,
  type ScaleRequest,
  type Scaling,
  scalable,
  targetOf,
} from '@innkeeper/domain/servers/scale-check';
import { explainHostShortage, hostHasRoom } from '@innkeeper/domain/servers/scale-room';
import { SERVICES } from '@innkeeper/domain/service-types/registry';
import { spenderOf } from '@innkeeper/domain/spending';
import { Failure } from '@innkeeper/model/failures';
import { toDecimalNumber } from '@innkeeper/model/money/money';
import { fits, type Need } from '@innkeeper/model/servers/capacity';
import { capacityChange, scaleRefusal } from '@innkeeper/model/servers/scaling';
import { isOff } from '@innkeeper/model/states/server-power';
import { presentPlan } from '@innkeeper/present/plan';
import { presentQuote } from '@innkeeper/present/quote';
import { WithHeaders } from '@innkeeper/present/reply';
import { presentServer } from '@innkeeper/present/server';
import type { Input, QuoteInput, Reply } from '../define.ts';

/**
 * Lists the plans that a server can change to, in the operator's order. Includes its current plan if the disk can still grow to it.
 *
 * `has_room` states whether the server's node has room now, with an unchanged disk where possible.
 */
export async function listServerScalePlans(
  cx: Cx<Customer>,
  { server }: Input<'listServerScalePlans'>,
): Promise<Reply<'listServerScalePlans'>> {
  const plans = await scalePlans(cx, server);
  return { data: plans.map((plan) => presentPlan(plan, cx.actor.taxRate)) };
}

async function scalePlans(cx: Cx, server: Server): Promise<OfferedPlan[]> {
  if (server.status === 'terminated') return [];
  const from = await scalable(cx, server);
  const plans = (await loadPlansOnSale(cx.db)).filter((plan) => scaleRefusal(from, targetOf(plan), true) === undefined);
  const room = (await listRooms(cx.db)).find(({ id }) => id === server.node_id);
  return plans.map((plan) => ({ ...plan, has_room: room !== undefined && fits(atLeast(server, plan), room) }));
}

function atLeast(server: Server, plan: OfferedPlan) {
  const size = sizeOf(plan);
  const diskGb = plan.id === server.plan_id ? size.diskGb : server.disk_gb;
  return capacityChange(sizeOf(server), { ...size, diskGb }).more;
}

/** Returns the cost of changing to another plan now. Throws `validation`. */
export async function calculateServerScale(
  cx: Cx,
  { server, body }: Input<'calculateServerScale'>,
): Promise<Reply<'calculateServerScale'>> {
  const { amount, downtime } = await checkScale(cx, server, requestOf(body));
  return {
    amount: toDecimalNumber(amount.net),
    amount_with_vat: toDecimalNumber(amount.gross),
    estimated_downtime: downtime,
  };
}

/**
 * Changes the plan of a server. Reserves capacity, charges the price difference of the remaining period to the balance, and starts the
 * workflow.
 *
 * Every change creates an order. The order of a smaller plan has the amount 0, and the refund follows after the workflow is done. Throws
 * `validation`, `payment_disputed`, `spending_cap`, `no_capacity` and `insufficient_funds`.
 */
export async function scaleServer(
  cx: MutatingCx<Customer>,
  { server, body }: Input<'scaleServer'>,
): Promise<Reply<'scaleServer'>> {
  const scaling = await checkScale(cx, server, requestOf(body));
  const { plan, from, to, amount, refunds, renewPrice } = scaling;
  const additional = capacityChange(from, to).more;
  // Lock the balance before the node, like all code that needs both. The reverse order could deadlock.
  const balance = await lockSpendable(cx.db, spenderOf(cx, server.account_id));
  refuseSpending(cx, balance, amount.gross);
  await reserveAdditional(cx, server, additional);
  if (amount.gross > 0n && !covers(balance, amount.gross)) throw new Failure('insufficient_funds');
  if (renewPrice !== server.renew_price) await leaveRenewalsAtOldPrice(cx, server.id, [server.id]);
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
  const scaled = await loadServer(cx.db, server.id);
  return new WithHeaders(presentServer(scaled, cx.actor.taxRate), { 'X-Order-Id': String(orderId) });
}

/**
 * Returns the quote for a plan change and whether the server's host has room. Throws the errors of `scaleServer`, except `no_capacity` and
 * `insufficient_funds`.
 */
export async function quoteScaleServer(cx: MutatingCx<Customer>, { server, body }: QuoteInput<'scaleServer'>): Promise<Quote> {
  const { plan, from, to, amount, price, tax, downtime } = await checkScale(cx, server, requestOf(body));
  refuseSpending(cx, await readSpendable(cx.db, spenderOf(cx, server.account_id)), amount.gross);
  const { more } = capacityChange(from, to);
  const hasRoom = await hostHasRoom(cx, server.node_id, more);
  const line = {
    label: server.hostname,
    sublabel: plan.name,
    ...periodLeft(server, cx.clock.now()),
    ...amount,
    explanation: price.explanation,
  };
  const quoted = await quoteOf(cx, { accountId: server.account_id, tax }, [line], {
    downtime,
    capacity: hasRoom ? 'ok' : await explainHostShortage(cx, server.node_id, more),
  });
  return presentQuote(quoted);
}

const requestOf = ({ plan, scale_disk }: Input<'scaleServer'>['body']): ScaleRequest => ({ plan, scaleDisk: scale_disk });

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
