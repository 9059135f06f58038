/** Formats plans. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

type Plan = OperatorReply<'setPlan'>;

const saleOf = ({ disabled_at }: Pick<Plan, 'disabled_at'>): string => (disabled_at ? 'off sale' : 'on sale');

export function formatPlans(reply: OperatorReply<'listAllPlans'>): string {
  return formatPage(
    reply,
    {
      KEY: ({ key }) => key,
      NAME: ({ name }) => name,
      TYPE: ({ type }) => type,
      VCPUS: ({ vcpus }) => vcpus,
      MEMORY: ({ memory_mb }) => `${memory_mb} MB`,
      DISK: ({ disk_gb }) => `${disk_gb} GB`,
      TRAFFIC: ({ bandwidth_tb }) => (bandwidth_tb === 0 ? 'unmetered' : `${bandwidth_tb} TB`),
      SPEED: ({ network_speed_mbps }) => `${network_speed_mbps} Mbps`,
      IOPS: ({ disk_iops }) => disk_iops,
      PRICE: ({ price }) => price,
      STATE: saleOf,
    },
    'There are no plans.',
  );
}

export function formatAddedPlan(plan: OperatorReply<'addPlan'>): string {
  const added = `Plan ${plan.id} (${plan.key}) is ${plan.disabled_at ? 'in the catalogue, off sale' : 'on sale'}.`;
  return plan.has_room ? added : `${added}\nNo node has capacity for such a server now. See ./innkeeper node list.`;
}

export const formatChangedPlan = ({ key }: Plan): string => `Plan ${key} was changed.`;

export const formatPlanSale = (plan: Plan): string => `Plan ${plan.key} is ${saleOf(plan)}.`;
