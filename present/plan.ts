import type { Plan } from '@innkeeper/contract/schemas/plan';
import type { OfferedPlan } from '@innkeeper/db/tables/plans';
import type { BasisPoints } from '@innkeeper/model/money/money';
import { priceTexts } from './money.ts';

const MB_PER_GB = 1024;

/** Presents a plan. Numbers are strings, as in the source document. */
export function presentPlan(plan: OfferedPlan, rate: BasisPoints): Plan {
  return {
    id: String(plan.id),
    type: plan.type,
    key: plan.key,
    name: plan.name,
    vcpus: String(plan.vcpus),
    dedicated_cpu: plan.dedicated_cpu,
    memory: String(plan.memory_mb / MB_PER_GB),
    disk: String(plan.disk_gb),
    bandwidth: String(plan.bandwidth_tb),
    network_speed: String(plan.network_speed_mbps),
    minimum_billing_cycle: String(plan.minimum_billing_cycle),
    plan_with_more_disk: plan.with_more_disk,
    plan_with_more_memory: plan.with_more_memory,
    available: plan.disabled_at === null && plan.has_room !== false,
    ...priceTexts(plan.price, rate),
  };
}
