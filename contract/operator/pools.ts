import { isIP } from 'node:net';
import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, emailAddress, factor, hostNames, listOf, nodeName, paging } from './fields.ts';

const USES = ['primary', 'floating', 'both'] as const;

/** Of IPv6 in prefixes of 64 bits. */
const Pool = z.strictObject({
  id: Id,
  name: z.string(),
  cidr: z.string(),
  version: z.literal([4, 6]),
  gateway: z.string(),
  /** Null: servers of all nodes have addresses of it. */
  node: z.string().nullable(),
  uses: z.enum(USES),
  ddos_protected: z.boolean(),
  /** `draining`: nothing new is given of it. */
  state: z.enum(['active', 'draining']),
  excluded: z.array(z.string()),
  rest_hours: z.number(),
  /** `resting`: freed, and for no other account yet. */
  usage: z.strictObject({
    total: z.number(),
    used: z.number(),
    resting: z.number(),
    excluded: z.number(),
    free: z.number(),
  }),
});

const pool = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{0,39}$/, 'Must have 1 to 40 lower-case letters, digits, dots and hyphens.')
  .meta({ description: 'name of the pool', value: 'name' });
const network = z.string().max(50);
const rest_hours = factor(0, 8760).optional().meta({
  description: 'hours that a freed address is for no other account (default: 24)',
  value: 'hours',
});
const excluded = z
  .array(network)
  .max(100)
  .optional()
  .meta({ description: 'addresses and networks in it that nobody is given, with commas between; "none"', value: 'networks' });
const uses = z.enum(USES, 'Must be primary, floating or both.');

const named = (summary: string, changes: boolean) =>
  operatorOperation({
    resource: 'pools',
    summary,
    changes,
    args: ['pool'],
    input: z.strictObject({ pool }),
    reply: Pool,
    failures: ['not_found'],
  });

export const pools = {
  listPools: operatorOperation({
    resource: 'pools',
    summary: 'list pools of addresses, with how many are in use and free',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Pool),
    failures: [],
  }),
  showPool: named('show a pool: what it is for, and how many of its addresses are in use, resting, excluded and free', false),
  addPool: operatorOperation({
    resource: 'pools',
    summary: 'add a network whose addresses servers and floating IPs get: IPv4 from /16 to /30, IPv6 from /16 to /64',
    changes: true,
    args: ['pool'],
    input: z.strictObject({
      pool: pool.meta({ description: 'name of the pool; it cannot be changed', value: 'name' }),
      cidr: network.meta({ description: 'the network: 192.0.2.0/24; of IPv6 each server gets a /64 of it', value: 'cidr' }),
      gateway: network.optional().meta({
        description: 'gateway of its guests (default: its first address; of IPv6 fe80::1)',
        value: 'address',
      }),
      uses: uses.default('both').meta({
        description: 'primary: for servers and their addons; floating: for floating IPs; both',
        value: 'word',
      }),
      protected: z
        .boolean()
        .default(false)
        .meta({ description: 'attacks on its addresses are filtered; only who pays for it gets one' }),
      excluded,
      rest_hours,
      node: nodeName.optional().meta({ description: 'the one node whose servers use it (default: all)', value: 'name' }),
    }),
    reply: Pool,
    failures: [],
  }),
  setPool: operatorOperation({
    resource: 'pools',
    summary: 'change what a pool gives from now on; who has an address of it keeps it',
    changes: true,
    args: ['pool'],
    input: z.strictObject({
      pool,
      uses: uses.optional().meta({ description: 'primary, floating or both', value: 'word' }),
      excluded,
      rest_hours,
      node: nodeName.optional().meta({ description: 'the one node whose servers use it, or "all"', value: 'name' }),
    }),
    reply: Pool,
    failures: ['not_found'],
  }),
  drainPool: named('give nothing new of a pool; who has an address of it keeps it', true),
  activatePool: named('give addresses of a drained pool again', true),
  exportPool: operatorOperation({
    resource: 'pools',
    verb: 'export-zone',
    summary: 'write the reverse DNS of a pool as zone files, for a server that Innkeeper does not write to',
    changes: false,
    args: ['pool'],
    input: z.strictObject({
      pool,
      nameservers: hostNames.optional().meta({
        description: 'who answers for the zones (default: those of `dns set`)',
        value: 'names',
      }),
      contact: emailAddress
        .optional()
        .meta({ description: 'whom to write to about them (default: that of `dns set`)', value: 'email' }),
    }),
    /** `text`: a master file (RFC 1035). `ask`: what the zone's parent is to say, in its own master file. */
    reply: z.strictObject({ zones: z.array(z.strictObject({ name: z.string(), text: z.string(), ask: z.string() })) }),
    failures: ['not_found'],
  }),
  removePool: operatorOperation({
    resource: 'pools',
    summary: 'remove a pool of which nobody has an address; who had them stays known',
    changes: true,
    args: ['pool'],
    input: z.strictObject({ pool }),
    reply: z.strictObject({ name: z.string(), cidr: z.string() }),
    failures: ['not_found', 'wrong_state'],
  }),
};

/** Who had an address, or the IPv6 prefix that it is in. */
const Holder = z.strictObject({
  network: z.string(),
  from: At,
  /** Null: still. */
  until: At.nullable(),
  account: Id,
  email: z.string().nullable(),
  /** Null: a floating IP that was attached to none. */
  server: Id.nullable(),
  hostname: z.string().nullable(),
  floating_ip: Id.nullable(),
});

export const addresses = {
  whoAddress: operatorOperation({
    resource: 'addresses',
    summary: 'tell who has an address, or had it at a time: also when address and server are gone',
    changes: false,
    args: ['address'],
    input: z.strictObject({
      address: z
        .string()
        .refine((text) => isIP(text) !== 0 && !text.includes('%'), 'Must be an IP address.')
        .meta({ description: 'IPv4, or IPv6 anywhere in a prefix', value: 'ip' }),
      at: z.iso
        .datetime({ offset: true, error: 'Must be a time such as 2026-01-31T12:00:00Z.' })
        .optional()
        .meta({ description: 'when (default: now): 2026-01-31T12:00:00Z', value: 'time' }),
    }),
    /** `others`: the ten latest besides, newest first. */
    reply: z.strictObject({ address: z.string(), at: At, holder: Holder.nullable(), others: z.array(Holder) }),
    failures: [],
  }),
};
