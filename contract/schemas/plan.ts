import { z } from 'zod';
import { MoneyText, NumberText } from './primitives.ts';

/** A server plan. Every figure is a string: memory and disk in GB, bandwidth in TB a month (0: unmetered), speed in Mbps. */
export const Plan = z
  .strictObject({
    id: z.string().regex(/^\d+$/),
    type: z.string(),
    key: z.string(),
    name: z.string(),
    vcpus: NumberText,
    dedicated_cpu: z.boolean(),
    memory: NumberText.describe('GB'),
    disk: NumberText.describe('GB'),
    bandwidth: NumberText.describe('TB a month; 0 is unmetered.'),
    network_speed: NumberText.describe('Mbps'),
    minimum_billing_cycle: NumberText.describe('Months'),
    plan_with_more_disk: z.string().nullable().describe('Key of the next plan with a larger disk.'),
    plan_with_more_memory: z.string().nullable().describe('Key of the next plan with more memory.'),
    available: z
      .boolean()
      .describe(
        'On sale; in a list of plans also: there is room for it now, on the host of the server where one is to be scaled.',
      ),
    price: MoneyText,
    price_with_vat: MoneyText,
  })
  .meta({ id: 'Plan' });
export type Plan = z.infer<typeof Plan>;

export const PlanAddon = z
  .strictObject({ key: z.string(), price: MoneyText, price_with_vat: MoneyText })
  .meta({ id: 'PlanAddon' });
export type PlanAddon = z.infer<typeof PlanAddon>;
