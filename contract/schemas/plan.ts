import { z } from 'zod';
import { about, MoneyNumber, MoneyText, NumberText } from './primitives.ts';

/** A server plan. Every figure is a string: memory and disk in GB, bandwidth in TB a month (0: unmetered), speed in Mbps. */
export const Plan = z
  .strictObject({
    id: z.string().regex(/^\d+$/).meta(about('Id of the plan, as a string.', '1')),
    type: z.string().meta(about('Family of plans that it belongs to.', 'kvm')),
    key: z.string().meta(about('Key by which an order names it.', 'nano')),
    name: z.string().meta(about('Name for people.', 'Nano')),
    vcpus: NumberText.meta(about('Virtual CPUs.', '1')),
    dedicated_cpu: z.boolean().describe('Whether its CPUs are its own, not shared.'),
    memory: NumberText.meta(about('Memory in GB.', '0.5')),
    disk: NumberText.meta(about('Disk in GB.', '10')),
    bandwidth: NumberText.meta(about('Traffic in TB a month; 0: unmetered.', '1')),
    network_speed: NumberText.meta(about('Speed of the network in Mbps.', '100')),
    minimum_billing_cycle: NumberText.meta(about('Least number of months that can be paid at once.', '1')),
    plan_with_more_disk: z
      .string()
      .nullable()
      .meta(about('Key of the next plan with a larger disk; null when there is none.', 'small')),
    plan_with_more_memory: z
      .string()
      .nullable()
      .meta(about('Key of the next plan with more memory; null when there is none.', 'small')),
    available: z
      .boolean()
      .describe(
        'On sale; in a list of plans also: there is room for it now, on the host of the server where one is to be scaled.',
      )
      .describe(
        'Whether it can be ordered; in a list of plans also whether there is room for it now, on the host of the server where one is to be scaled.',
      ),
    price: MoneyText.describe('Price of a month, without VAT.'),
    price_with_vat: MoneyText.describe('The same with VAT at the rate of the account.'),
  })
  .meta({ id: 'Plan', description: 'A server plan. Every figure is a string.' });
export type Plan = z.infer<typeof Plan>;

export const PlanAddon = z
  .strictObject({
    key: z.string().meta(about('Key by which an order names it.', 'backups')),
    price: MoneyNumber.describe('Price of a month, without VAT.'),
    price_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
  })
  .meta({ id: 'PlanAddon', description: 'An addon that servers of a plan can have.' });
export type PlanAddon = z.infer<typeof PlanAddon>;
