import { isIP } from 'node:net';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, factor, hostNames, listOf, newEmailAddress, nodeName, paging } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const USES = ['primary', 'floating', 'both'] as const;

/** Pool of addresses. IPv6 is counted in prefixes of 64 bits. */
const Pool = z.strictObject({
  id: Id,
  name: z.string(),
  cidr: z.string(),
  version: z.literal([4, 6]),
  gateway: z.string(),
  /** Only node that uses the pool, or `null` if all nodes share the pool. */
  node: z.string().nullable(),
  uses: z.enum(USES),
  ddos_protected: z.boolean(),
  /** A pool in state `draining` assigns no new addresses. */
  state: z.enum(['active', 'draining']),
  excluded: z.array(z.string()),
  rest_hours: z.number(),
  /** Numbers of addresses. `resting`: released, and not yet available to another account. */
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
  description: 'hours that a freed address is kept from other accounts (default: 24)',
  value: 'hours',
});
const excluded = z.array(network).max(100).optional().meta({
  description: 'addresses and networks of the pool that are never assigned, separated by commas ("none": none)',
  value: 'networks',
});
const uses = z.enum(USES, 'Must be primary, floating or both.');

/** The same in all operations that take one pool and return it. */
const onePool = {
  resource: 'pools',
  args: ['pool'],
  input: z.strictObject({ pool }),
  reply: Pool,
  failures: ['not_found'],
} as const;

export const pools = {
  listPools: staffOperation({
    method: 'GET',
    path: '/operator/pools',
    command: 'pool list',
    roles: ['support', 'technical'],
    resource: 'pools',
    summary: 'list pools of addresses, with used and free addresses',
    changes: false,
    input: z.strictObject(paging),
    reply: listOf(Pool),
    failures: [],
  }),
  showPool: staffOperation({
    method: 'GET',
    path: '/operator/pools/{pool}',
    command: 'pool show',
    roles: ['support', 'technical'],
    summary: 'show a pool: purpose, and numbers of used, resting, excluded and free addresses',
    changes: false,
    ...onePool,
  }),
  addPool: staffOperation({
    method: 'POST',
    path: '/operator/pools',
    command: 'pool add',
    args: ['pool'],
    roles: ['technical'],
    status: 201,
    resource: 'pools',
    summary: 'add a network with addresses for servers and floating IPs: IPv4 from /16 to /30, IPv6 from /16 to /64',
    changes: true,
    input: z.strictObject({
      pool: pool.meta({ description: 'name of the pool; it cannot be changed', value: 'name' }),
      cidr: network.meta({ description: 'network, such as 192.0.2.0/24; with IPv6 each server gets a /64', value: 'cidr' }),
      gateway: network.optional().meta({
        description: 'gateway of its guests (default: its first address; fe80::1 for IPv6)',
        value: 'address',
      }),
      uses: uses.default('both').meta({
        description: 'primary: for servers and their addons; floating: for floating IPs; both',
        value: 'word',
      }),
      protected: z
        .boolean()
        .default(false)
        .meta({ description: 'attacks on its addresses are filtered; only servers that pay for protection get one' }),
      excluded,
      rest_hours,
      node: nodeName.optional().meta({ description: 'only node that uses the pool (default: all nodes)', value: 'name' }),
    }),
    reply: Pool,
    failures: [],
  }),
  setPool: staffOperation({
    method: 'PATCH',
    path: '/operator/pools/{pool}',
    command: 'pool set',
    args: ['pool'],
    roles: ['technical'],
    resource: 'pools',
    summary: 'change a pool for new addresses; assigned addresses stay',
    changes: true,
    input: z.strictObject({
      pool,
      uses: uses.optional().meta({ description: 'primary, floating or both', value: 'word' }),
      excluded,
      rest_hours,
      node: nodeName.optional().meta({ description: 'only node that uses the pool, or "all"', value: 'name' }),
    }),
    reply: Pool,
    failures: ['not_found'],
  }),
  drainPool: staffOperation({
    method: 'POST',
    path: '/operator/pools/{pool}/drain',
    command: 'pool drain',
    roles: ['technical'],
    summary: 'assign no new addresses from a pool; assigned addresses stay',
    changes: true,
    ...onePool,
  }),
  activatePool: staffOperation({
    method: 'POST',
    path: '/operator/pools/{pool}/activate',
    command: 'pool activate',
    roles: ['technical'],
    summary: 'assign addresses from a drained pool again',
    changes: true,
    ...onePool,
  }),
  exportPool: staffOperation({
    method: 'GET',
    path: '/operator/pools/{pool}/export',
    command: 'pool export-zone',
    args: ['pool'],
    roles: ['support', 'technical'],
    resource: 'pools',
    summary: 'print the reverse DNS zones of a pool, for a DNS server that Innkeeper does not write to',
    changes: false,
    input: z.strictObject({
      pool,
      nameservers: hostNames.optional().meta({
        description: 'name servers of the zones (default: those of `dns set`)',
        value: 'names',
      }),
      contact: newEmailAddress
        .optional()
        .meta({ description: 'email address of the contact for the zones (default: that of `dns set`)', value: 'email' }),
    }),
    /** `text` is the master file of the zone (RFC 1035). `ask` is a master file with the records that the parent zone needs. */
    reply: z.strictObject({ zones: z.array(z.strictObject({ name: z.string(), text: z.string(), ask: z.string() })) }),
    failures: ['not_found'],
  }),
  removePool: staffOperation({
    method: 'DELETE',
    path: '/operator/pools/{pool}',
    command: 'pool remove',
    args: ['pool'],
    roles: ['technical'],
    resource: 'pools',
    summary: 'remove a pool without assigned addresses; its history is kept',
    changes: true,
    input: z.strictObject({ pool }),
    reply: z.strictObject({ name: z.string(), cidr: z.string() }),
    failures: ['not_found', 'wrong_state'],
  }),
};

/** Holder of an address, or of the IPv6 prefix that contains it. */
const Holder = z.strictObject({
  network: z.string(),
  from: At,
  /** Time of release, or `null` for the current holder. */
  until: At.nullable(),
  account: Id,
  email: z.string().nullable(),
  /** Server, or `null` for a floating IP without a server. */
  server: Id.nullable(),
  hostname: z.string().nullable(),
  floating_ip: Id.nullable(),
});

export const addresses = {
  whoAddress: staffOperation({
    method: 'GET',
    path: '/operator/addresses/{address}/who',
    command: 'address who',
    args: ['address'],
    roles: ['support', 'technical'],
    resource: 'addresses',
    summary: 'show who has an address, or had it at a time, even if address and server are deleted',
    changes: false,
    input: z.strictObject({
      address: z
        .string()
        .refine((text) => isIP(text) !== 0 && !text.includes('%'), 'Must be an IP address.')
        .meta({ description: 'IPv4 address, or any IPv6 address in a prefix', value: 'ip' }),
      at: z.iso
        .datetime({ offset: true, error: 'Must be a time such as 2026-01-31T12:00:00Z.' })
        .optional()
        .meta({ description: 'time (default: now), such as 2026-01-31T12:00:00Z', value: 'time' }),
    }),
    /** `others`: the ten newest other holders, newest first. */
    reply: z.strictObject({ address: z.string(), at: At, holder: Holder.nullable(), others: z.array(Holder) }),
    failures: [],
  }),
};
