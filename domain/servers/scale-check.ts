/** Checks a change of plan: whether it is possible, what changes, and what it costs for the rest of the period. */
import type { Plan, Server } from '@innkeeper/db/schema';
import { findImage } from '@innkeeper/db/tables/images';
import { sizeOf } from '@innkeeper/db/tables/plans';
import type { Size } from '@innkeeper/model/capacity';
import { invalid } from '@innkeeper/model/failures';
import { changeSteps, fixedStep } from '@innkeeper/model/pricing/explanation';
import { type LinePrice, priceChange } from '@innkeeper/model/pricing/line';
import type { LineAmount } from '@innkeeper/model/pricing/order';
import type { RefundPart } from '@innkeeper/model/pricing/refund';
import { type Scalable, scaleRefusal, type Target } from '@innkeeper/model/scaling';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Cx } from '../context.ts';
import { refuseWhileBeingPaid } from '../orders/cancel-renewals.ts';
import { refundParts } from '../orders/refund-part.ts';
import { requirePlan } from '../resources/catalogue.ts';
import { taxOf } from '../tax/tax-of.ts';

export interface ScaleRequest {
  /** Key. */
  plan: string;
  /** Whether the disk grows to that of the plan; without it the server can move back later. */
  scaleDisk: boolean;
}

export interface Scaling {
  plan: Plan;
  from: Size;
  to: Size;
  /** Net cents of a whole cycle from now on. */
  renewPrice: bigint;
  /** Negative: a refund. */
  amount: LineAmount;
  /** Of the order's line, which never costs less than nothing. */
  price: LinePrice;
  /** What comes back, when the server is smaller. */
  refunds: RefundPart[];
  /** Of the order. */
  tax: TaxDecision;
  /** A disk that grows takes its file system along at the next boot. */
  downtime: 'short' | 'extended';
}

/** Throws `validation` under `plan` or `scale_disk`, `wrong_state` while a renewal of it is being paid. */
export async function checkScale(cx: Cx, server: Server, { plan: key, scaleDisk }: ScaleRequest): Promise<Scaling> {
  const plan = await requirePlan(cx, key);
  const refusal = scaleRefusal(await scalable(cx, server), targetOf(plan), scaleDisk);
  if (refusal !== undefined) {
    throw invalid(scaleDisk && plan.disk_gb < server.disk_gb ? 'scale_disk' : 'plan', refusal);
  }
  await refuseWhileBeingPaid(cx, [server.id]);
  const diskGb = scaleDisk ? plan.disk_gb : server.disk_gb;
  // Whoever keeps the plan keeps its price, also when it was raised since.
  const renewPrice = plan.id === server.plan_id ? server.renew_price : plan.price * BigInt(server.billing_cycle);
  return {
    plan,
    // Rows of servers and plans name what they have alike.
    from: sizeOf(server),
    to: { ...sizeOf(plan), diskGb },
    renewPrice,
    ...(await pricesOf(cx, server, renewPrice)),
    downtime: diskGb > server.disk_gb ? 'extended' : 'short',
  };
}

/** Of a line that pays until the server's expiry. */
export function periodLeft({ expiry_at }: Pick<Server, 'expiry_at'>, now: Date): { period_from?: Date; period_to?: Date } {
  return expiry_at && expiry_at > now ? { period_from: now, period_to: expiry_at } : {};
}

async function pricesOf(
  cx: Cx,
  server: Server,
  renewPrice: bigint,
): Promise<Pick<Scaling, 'amount' | 'price' | 'refunds' | 'tax'>> {
  const { expiry_at: expiresAt, billing_anchor: anchor, billing_cycle: months, renew_price: before, discounts } = server;
  const now = cx.clock.now();
  const paid = expiresAt && anchor ? { anchor, months, expiresAt } : null;
  const steps = paid ? changeSteps(before, renewPrice, paid, now) : [fixedStep(0n)];
  const refunds = await refundParts(cx, server, renewPrice, now);
  const tax = await taxOf(cx, server.account_id);
  return { ...priceChange({ steps, tax, refunds, discounts }), refunds, tax };
}

/** What of a server decides which plans it can have. */
export async function scalable(cx: Cx, server: Server): Promise<Scalable> {
  const image = await findImage(cx.db, server.image_id);
  return {
    planId: server.plan_id,
    diskGb: server.disk_gb,
    billingCycle: server.billing_cycle,
    minimumRamGb: image?.minimum_ram_gb ?? 0,
  };
}

export function targetOf(plan: Plan): Target {
  return {
    id: plan.id,
    memoryMb: plan.memory_mb,
    diskGb: plan.disk_gb,
    onSale: plan.disabled_at === null,
    minimumBillingCycle: plan.minimum_billing_cycle,
  };
}
