/** `./innkeeper plan`: manages plans. Sold servers keep their terms. A change applies to new servers. */
import { plans } from '@innkeeper/contract/operations/plans.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { addPlan, disablePlan, enablePlan, listAllPlans, setPlan } from '@innkeeper/operations/plans.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listAllPlans'> = {
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
};

type Plan = OperatorReply<'setPlan'>;

function saleOf({ disabled_at }: Pick<Plan, 'disabled_at'>): string {
  return disabled_at ? 'off sale' : 'on sale';
}

function formatAddedPlan(plan: OperatorReply<'addPlan'>): string {
  const added = `Plan ${plan.id} (${plan.key}) is ${plan.disabled_at ? 'in the catalogue, off sale' : 'on sale'}.`;
  return plan.has_room ? added : `${added}\nNo node has capacity for such a server now. See ./innkeeper node list.`;
}

const formatPlanSale = (plan: Plan): string => `Plan ${plan.key} is ${saleOf(plan)}.`;

export const planBindings: Bindings<typeof plans> = {
  listAllPlans: { run: inOneTransaction(listAllPlans), format: (page) => formatPage(page, COLUMNS, 'There are no plans.') },
  addPlan: { run: inOneTransaction(addPlan), format: formatAddedPlan },
  setPlan: { run: inOneTransaction(setPlan), format: ({ key }) => `Plan ${key} was changed.` },
  disablePlan: { run: inOneTransaction(disablePlan), format: formatPlanSale },
  enablePlan: { run: inOneTransaction(enablePlan), format: formatPlanSale },
};

export function planCommand(): Command {
  return nounCommand('plan', 'manage plans', plans, planBindings);
}
