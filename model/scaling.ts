/** Which plans a server can move to, and what of its size changes. */
import { type Need, needOf, type Size } from './capacity.ts';

export interface Scalable {
  planId: number;
  diskGb: number;
  /** Months. */
  billingCycle: number;
  /** What its image needs. */
  minimumRamGb: number;
}

export interface Target {
  id: number;
  memoryMb: number;
  diskGb: number;
  onSale: boolean;
  /** Months. */
  minimumBillingCycle: number;
}

/** Why the server can't move to the plan, as a sentence; undefined when it can. A disk never shrinks. */
export function scaleRefusal(server: Scalable, plan: Target, scaleDisk: boolean): string | undefined {
  const disk = scaleDisk && plan.diskGb > server.diskGb;
  if (plan.id === server.planId) return disk ? undefined : 'The server already has this plan.';
  if (!plan.onSale) return 'This plan is not on sale.';
  if (plan.diskGb < server.diskGb) {
    return `Disks cannot be shrunk: the server has ${server.diskGb} GB and this plan has ${plan.diskGb} GB. Choose a plan with at least ${server.diskGb} GB.`;
  }
  if (plan.memoryMb < server.minimumRamGb * 1024)
    return `The image of the server needs ${server.minimumRamGb} GB of memory, but this plan has ${plan.memoryMb / 1024} GB. Choose a larger plan.`;
  if (plan.minimumBillingCycle > server.billingCycle)
    return `This plan needs a billing cycle of at least ${plan.minimumBillingCycle} months, but the server has ${server.billingCycle}.`;
  return undefined;
}

/** What a move needs of the node besides what the server holds, and what it releases at its end. Neither is negative. */
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
