/** Checks a change of plan: whether it is possible, what changes, and the price for the rest of the period. */
import type { Plan, Server } from '@innkeeper/db/schema';
import { findImage } from '@innkeeper/db/tables/images';
import { sizeOf } from '@innkeeper/db/tables/plans';
import { invalid } from '@innkeeper/model/failures';
import { changeSteps, fixedStep } from '@innkeeper/model/pricing/explanation';
import { type LinePrice, priceChange } from '@innkeeper/model/pricing/line';
import type { LineAmount } from '@innkeeper/model/pricing/order';
import type { RefundPart } from '@innkeeper/model/pricing/refund';
import type { Size } from '@innkeeper/model/servers/capacity';
import { type ScalableServer, scaleRefusal, type TargetPlan } from '@innkeeper/model/servers/scaling';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Cx } from '../context.ts';
import { requirePlan } from '../resources/catalogue.ts';
import { refuseWhileBeingPaid } from '../services/being-paid.ts';
import { refundParts } from '../services/refund.ts';
import { taxOf } from '../tax/tax-of.ts';

export interface ScaleRequest {
  /** Key of the plan. */
  plan: string;
  /** `true` if the disk grows to the size of the plan. Otherwise the server can change back later. */
  scaleDisk: boolean;
}

export interface Scaling {
  plan: Plan;
  from: Size;
  to: Size;
  /** Net price per cycle after the change, in cents. */
  renewPrice: bigint;
  /** Amount to pay. Negative for a refund. */
  amount: LineAmount;
  /** Price of the order line. Never negative. */
  price: LinePrice;
  /** Refunded parts if the server becomes smaller. */
  refunds: RefundPart[];
  /** Tax decision of the order. */
  tax: TaxDecision;
  /** `extended` if the disk grows, because the guest grows its file system at the next boot. */
  downtime: 'short' | 'extended';
}

/**
 * Checks and prices a change of plan. Throws `validation` for `plan` or `scale_disk`, and `wrong_state` while a renewal of the server is
 * being paid.
 */
export async function checkScale(cx: Cx, server: Server, { plan: key, scaleDisk }: ScaleRequest): Promise<Scaling> {
  const plan = await requirePlan(cx, key);
  const refusal = scaleRefusal(await scalable(cx, server), targetOf(plan), scaleDisk);
  if (refusal !== undefined) {
    throw invalid(scaleDisk && plan.disk_gb < server.disk_gb ? 'scale_disk' : 'plan', refusal);
  }
  await refuseWhileBeingPaid(cx, [server.id]);
  const diskGb = scaleDisk ? plan.disk_gb : server.disk_gb;
  // A server that keeps its plan keeps its price, even if the plan's price has risen.
  const renewPrice = plan.id === server.plan_id ? server.renew_price : plan.price * BigInt(server.billing_cycle);
  return {
    plan,
    // Rows of servers and plans use the same columns for sizes.
    from: sizeOf(server),
    to: { ...sizeOf(plan), diskGb },
    renewPrice,
    ...(await pricesOf(cx, server, renewPrice)),
    downtime: diskGb > server.disk_gb ? 'extended' : 'short',
  };
}

/** Returns the period of a line that pays until the server's expiry. Empty if the server has expired. */
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

/** Returns the properties of a server that decide which plans it can change to. */
export async function scalable(cx: Cx, server: Server): Promise<ScalableServer> {
  const image = await findImage(cx.db, server.image_id);
  return {
    planId: server.plan_id,
    diskGb: server.disk_gb,
    billingCycle: server.billing_cycle,
    image: {
      name: image?.name ?? '',
      minimumRamGb: image?.minimum_ram_gb ?? 0,
      minimumDiskGb: image?.minimum_disk_gb ?? null,
    },
  };
}

/** Returns the properties of a plan that decide whether a server can change to it. */
export function targetOf(plan: Plan): TargetPlan {
  return {
    id: plan.id,
    key: plan.key,
    memoryMb: plan.memory_mb,
    diskGb: plan.disk_gb,
    onSale: plan.disabled_at === null,
    minimumBillingCycle: plan.minimum_billing_cycle,
  };
}
