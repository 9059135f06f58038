/** `./innkeeper plan`: manages plans. Sold servers keep their terms. A change applies to new servers. */
import { plans } from '@innkeeper/contract/operations/plans.staff';
import { addPlan, disablePlan, enablePlan, listAllPlans, setPlan } from '@innkeeper/operations/plans.staff';
import type { Command } from 'commander';
import { formatAddedPlan, formatChangedPlan, formatPlanSale, formatPlans } from './format/plan.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const planBindings: Bindings<typeof plans> = {
  listAllPlans: { run: inOneTransaction(listAllPlans), format: formatPlans },
  addPlan: { run: inOneTransaction(addPlan), format: formatAddedPlan },
  setPlan: { run: inOneTransaction(setPlan), format: formatChangedPlan },
  disablePlan: { run: inOneTransaction(disablePlan), format: formatPlanSale },
  enablePlan: { run: inOneTransaction(enablePlan), format: formatPlanSale },
};

export function planCommand(): Command {
  return nounCommand('plan', 'manage plans', plans, planBindings);
}
