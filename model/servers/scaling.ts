/** Decides which plans a server can move to, and how its size changes. */
import { type ImageNeeds, lackFor } from '../images/needs.ts';
import { type Need, needOf, type Size } from './capacity.ts';

export interface ScalableServer {
  planId: number;
  diskGb: number;
  /** Length in months. */
  billingCycle: number;
  image: ImageNeeds;
}

export interface TargetPlan {
  id: number;
  key: string;
  memoryMb: number;
  diskGb: number;
  onSale: boolean;
  /** Minimum length in months. */
  minimumBillingCycle: number;
}

/** Returns a sentence that explains why the server cannot move to the plan, or `undefined` if it can. Disks never shrink. */
export function scaleRefusal(server: ScalableServer, plan: TargetPlan, scaleDisk: boolean): string | undefined {
  const disk = scaleDisk && plan.diskGb > server.diskGb;
  if (plan.id === server.planId) return disk ? undefined : 'The server already has this plan.';
  if (!plan.onSale) return 'This plan is not on sale.';
  if (plan.diskGb < server.diskGb) {
    return `Disks cannot be shrunk: the server has ${server.diskGb} GB and this plan has ${plan.diskGb} GB. Choose a plan with at least ${server.diskGb} GB.`;
  }
  const lack = lackFor(server.image, { memoryMb: plan.memoryMb, diskGb: plan.diskGb, of: `the plan ${plan.key}` });
  if (lack !== undefined) return `${lack} Choose a larger plan.`;
  if (plan.minimumBillingCycle > server.billingCycle)
    return `This plan needs a billing cycle of at least ${plan.minimumBillingCycle} months, but the server has ${server.billingCycle}.`;
  return undefined;
}

/**
 * Returns the resources that a move needs in addition to those of the server, and the resources that it releases at its end. No value is
 * negative.
 */
export function capacityChange(from: Size, to: Size): { more: Need; less: Need } {
  const over = (a: Need, b: Need): Need => ({
    vcpus: Math.max(0, a.vcpus - b.vcpus),
    dedicatedVcpus: Math.max(0, a.dedicatedVcpus - b.dedicatedVcpus),
    memoryMb: Math.max(0, a.memoryMb - b.memoryMb),
    diskGb: Math.max(0, a.diskGb - b.diskGb),
  });
  const [before, after] = [needOf(from), needOf(to)];
  return { more: over(after, before), less: over(before, after) };
}
