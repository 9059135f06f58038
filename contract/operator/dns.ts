import { z } from 'zod';
import { operatorOperation } from './define.ts';
import { At, emailAddress, hostNames, wholeNumber } from './fields.ts';
import { Finding } from './installation.ts';

const DRIVERS = ['none', 'powerdns', 'simulated'] as const;

const Zone = z.strictObject({
  pool: z.string(),
  name: z.string(),
  /** Of a zone of less than a /24: the zone that has to point to it (RFC 2317). */
  parent: z.string().nullable(),
});

const Dns = z.strictObject({
  driver: z.enum(DRIVERS),
  url: z.string().nullable(),
  server: z.string(),
  nameservers: z.array(z.string()),
  contact: z.string().nullable(),
  notify: z.boolean(),
  ttl: z.int(),
  forward_confirmed: z.boolean(),
  resolvers: z.array(z.string()),
  /** Null: it answers, or was not asked yet. */
  away: z.strictObject({ since: At, error: z.string(), retry_at: At }).nullable(),
  /** `waiting`: the server is to be told yet; `refused`: of them, what it would not take. `error`: of one of those. */
  names: z.strictObject({ total: z.int(), waiting: z.int(), refused: z.int(), error: z.string().nullable() }),
  zones: z.array(Zone),
});

const url = z
  .url({ protocol: /^https?$/, error: 'Must be a URL such as https://ns1.example.net:8081.' })
  .max(500)
  .meta({ description: 'PowerDNS: where its API is; plain http only to this host and to private networks', value: 'url' });

export const dns = {
  showDns: operatorOperation({
    resource: 'dns',
    summary: 'show which DNS server names of addresses are written to, and what waits for it',
    changes: false,
    input: z.strictObject({}),
    reply: Dns,
    failures: [],
  }),
  setDns: operatorOperation({
    resource: 'dns',
    summary: 'set which DNS server names of addresses are written to; what is not named stays',
    changes: true,
    hostOnly: ['driver', 'url'],
    input: z.strictObject({
      driver: z.enum(DRIVERS, 'Must be none, powerdns or simulated.').optional().meta({
        description:
          'none: names are kept here alone; powerdns: by its HTTP API, with the key dns.key of the configuration; simulated: for trials',
        value: 'word',
      }),
      url: url.optional(),
      server: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,100}$/, 'Must be one word.')
        .optional()
        .meta({ description: 'PowerDNS: what its API calls the server (at first: localhost)', value: 'name' }),
      nameservers: hostNames
        .optional()
        .meta({ description: 'who answers for new zones: ns1.example.net,ns2.example.net', value: 'names' }),
      contact: emailAddress.optional().meta({ description: 'whom to write to about new zones', value: 'email' }),
      notify: z
        .boolean()
        .optional()
        .meta({ description: 'of new zones, secondaries are told of changes', no: 'secondaries read the same database' }),
      ttl: wholeNumber(60, 604_800)
        .optional()
        .meta({ description: 'seconds that resolvers may keep a name (at first: 3600)', value: 'seconds' }),
      forward_confirmed: z
        .boolean()
        .optional()
        .meta({ description: 'take only names that lead back to their address', no: 'take any name' }),
      resolvers: z
        .array(z.union([z.ipv4(), z.ipv6(), z.literal('none')], 'Must be IP addresses, or none.'))
        .max(8)
        .optional()
        .meta({ description: 'whom to ask where names lead; "none": the resolvers of the host', value: 'addresses' }),
    }),
    reply: Dns,
    failures: [],
  }),
  checkDns: operatorOperation({
    resource: 'dns',
    summary: 'ask the DNS server whether it has the zones of the pools, and resolvers whether they are delegated',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({ findings: z.array(Finding) }),
    failures: [],
  }),
  pushDns: operatorOperation({
    resource: 'dns',
    summary: 'tell the DNS server all zones and names again, such as after it was restored',
    changes: true,
    input: z.strictObject({}),
    reply: Dns,
    failures: ['wrong_state'],
  }),
};
