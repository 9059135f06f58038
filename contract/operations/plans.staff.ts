import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { Amount, At, catalogueKey, customerName, listOf, money, paging, wholeNumber } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const Plan = z.strictObject({
  id: Id,
  key: z.string(),
  name: z.string(),
  type: z.string(),
  vcpus: z.int(),
  dedicated_cpu: z.boolean(),
  memory_mb: z.int(),
  disk_gb: z.int(),
  /** Bandwidth in TB a month. 0 is unmetered. */
  bandwidth_tb: z.int(),
  network_speed_mbps: z.int(),
  disk_iops: z.int().nullable(),
  disk_mb_per_second: z.int().nullable(),
  minimum_billing_cycle: z.int(),
  /** Net price a month. */
  price: Amount,
  position: z.int(),
  /** Time at which the plan was taken off sale, or `null`. */
  disabled_at: At.nullable(),
});

const key = catalogueKey.meta({ description: 'key of the plan', value: 'key' });
const name = customerName.meta({ description: 'name that customers see', value: 'name' });
const price = money.meta({ description: 'net price a month', value: 'amount' });
const iops = wholeNumber(1, 10_000_000)
  .optional()
  .meta({ description: 'disk operations per second (reads and writes)', value: 'n' });
const disk_speed = wholeNumber(1, 1_000_000)
  .optional()
  .meta({ description: 'disk throughput in MB per second (reads and writes)', value: 'mb' });

/** The same in the operations that put a plan on sale or take it off. */
const sale = {
  resource: 'plans',
  changes: true,
  args: ['key'],
  input: z.strictObject({ key }),
  reply: Plan,
  failures: ['not_found'],
} as const;

export const plans = {
  listAllPlans: staffOperation({
    method: 'GET',
    path: '/operator/plans',
    command: 'plan list',
    roles: ['support', 'billing', 'technical'],
    resource: 'plans',
    summary: 'list plans, on sale or not',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Plan),
    failures: [],
  }),
  addPlan: staffOperation({
    command: 'plan add',
    args: ['key'],
    hostOnly: 'Its price is for every customer and lasts for sold servers, so no daily limit applies.',
    resource: 'plans',
    summary: 'add a plan to the catalogue',
    changes: true,
    input: z.strictObject({
      key: key.meta({ description: 'key that customers order the plan by, such as small-2', value: 'key' }),
      name,
      vcpus: wholeNumber(1, 240).meta({ description: 'number of virtual CPUs', value: 'n' }),
      memory: wholeNumber(1, 4096).meta({ description: 'GB of memory', value: 'gb' }),
      disk: wholeNumber(1, 100_000).meta({ description: 'GB of disk', value: 'gb' }),
      traffic: wholeNumber(0, 100_000).meta({ description: 'bandwidth in TB a month; 0 is unmetered', value: 'tb' }),
      price,
      network_speed: wholeNumber(1, 1_000_000).default(1000).meta({ description: 'network speed in Mbps', value: 'mbps' }),
      type: catalogueKey.default('standard').meta({ description: 'group that the plan is listed in', value: 'word' }),
      dedicated_cpu: z.boolean().default(false).meta({ description: 'the CPUs are not shared with other servers' }),
      iops,
      disk_speed,
      minimum_months: wholeNumber(1, 24).default(1).meta({ description: 'shortest billing cycle in months', value: 'n' }),
      position: wholeNumber(1, 1_000_000).optional().meta({ description: 'position in lists (default: the last)', value: 'n' }),
      off_sale: z.boolean().default(false).meta({ description: 'keep the plan off sale until `plan enable`' }),
    }),
    /** `has_room`: true if a node can take such a server now. */
    reply: Plan.extend({ has_room: z.boolean() }),
    failures: [],
  }),
  setPlan: staffOperation({
    method: 'PATCH',
    path: '/operator/plans/{key}',
    command: 'plan set',
    args: ['key'],
    roles: ['billing'],
    // The price is for every customer and lasts for sold servers, so no daily limit applies.
    hostFields: ['price'],
    resource: 'plans',
    summary: 'change a plan for servers sold from now on',
    changes: true,
    input: z.strictObject({ key, name: name.optional(), price: price.optional(), iops, disk_speed }),
    reply: Plan,
    failures: ['not_found'],
  }),
  disablePlan: staffOperation({
    method: 'POST',
    path: '/operator/plans/{key}/disable',
    command: 'plan disable',
    roles: ['billing'],
    summary: 'take a plan off sale; existing servers keep it',
    ...sale,
  }),
  enablePlan: staffOperation({
    method: 'POST',
    path: '/operator/plans/{key}/enable',
    command: 'plan enable',
    roles: ['billing'],
    summary: 'put a plan on sale again',
    ...sale,
  }),
};
