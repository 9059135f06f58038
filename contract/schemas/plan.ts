import { z } from 'zod';
import { about, MoneyNumber, MoneyText, NumberText } from './primitives.ts';

/** A server plan. Every number is a string: memory and disk in GB, bandwidth in TB per month (0 is unmetered), speed in Mbps. */
export const Plan = z
  .strictObject({
    id: z.string().regex(/^\d+$/).meta(about('Id of the plan, as a string.', '1')),
    type: z.string().meta(about('Family of the plan.', 'kvm')),
    key: z.string().meta(about('Key that orders use for the plan.', 'nano')),
    name: z.string().meta(about('Display name.', 'Nano')),
    vcpus: NumberText.meta(about('Number of virtual CPUs.', '1')),
    dedicated_cpu: z.boolean().describe('True if the CPUs are dedicated, not shared.'),
    memory: NumberText.meta(about('Memory in GB.', '0.5')),
    disk: NumberText.meta(about('Disk in GB.', '10')),
    bandwidth: NumberText.meta(about('Traffic in TB per month. 0 means unmetered.', '1')),
    network_speed: NumberText.meta(about('Network speed in Mbps.', '100')),
    minimum_billing_cycle: NumberText.meta(about('Minimum billing cycle in months.', '1')),
    plan_with_more_disk: z
      .string()
      .nullable()
      .meta(about('Key of the next plan with a larger disk, or null if there is none.', 'small')),
    plan_with_more_memory: z
      .string()
      .nullable()
      .meta(about('Key of the next plan with more memory, or null if there is none.', 'small')),
    available: z
      .boolean()
      .describe(
        'True if the plan can be ordered. In lists of plans, capacity must also be free now, on the host of the server when scaling.',
      ),
    price: MoneyText.describe('Monthly price, without VAT.'),
    price_with_vat: MoneyText.describe('Monthly price, with VAT at the rate of the account.'),
  })
  .meta({ id: 'Plan', description: 'A server plan. All numbers are strings.' });
export type Plan = z.infer<typeof Plan>;

export const PlanAddon = z
  .strictObject({
    key: z.string().meta(about('Key that orders use for the addon.', 'backups')),
    price: MoneyNumber.describe('Monthly price, without VAT.'),
    price_with_vat: MoneyNumber.describe('Monthly price, with VAT at the rate of the account.'),
  })
  .meta({ id: 'PlanAddon', description: 'An addon that servers of a plan can have.' });
export type PlanAddon = z.infer<typeof PlanAddon>;
