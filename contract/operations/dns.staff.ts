import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, hostNames, newEmailAddress, wholeNumber } from '../operator/fields.ts';
import { Finding } from '../operator/installation.ts';

const DRIVERS = ['none', 'powerdns', 'simulated'] as const;

const Zone = z.strictObject({
  pool: z.string(),
  name: z.string(),
  /** Zone that must refer to this zone by CNAMEs (RFC 2317), or `null` if this zone is delegated directly. */
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
  /** Outage of the DNS server, or `null` if the server answers or has not been called yet. */
  away: z.strictObject({ since: At, error: z.string(), retry_at: At }).nullable(),
  /**
   * Counts of the names of addresses. `waiting` names are not pushed yet. `refused` of these were rejected by the DNS server, and `error`
   * is the error of one of them.
   */
  names: z.strictObject({ total: z.int(), waiting: z.int(), refused: z.int(), error: z.string().nullable() }),
  zones: z.array(Zone),
});

const url = z
  .url({ protocol: /^https?$/, error: 'Must be a URL such as https://ns1.example.net:8081.' })
  .max(500)
  .meta({ description: 'PowerDNS: URL of the API; plain http only to this host and to private networks', value: 'url' });

export const dns = {
  showDns: staffOperation({
    method: 'GET',
    path: '/operator/dns',
    command: 'dns show',
    roles: ['technical'],
    resource: 'dns',
    summary: 'show the DNS server for reverse DNS, and the names that wait for it',
    changes: false,
    input: z.strictObject({}),
    reply: Dns,
    failures: [],
  }),
  setDns: staffOperation({
    method: 'PATCH',
    path: '/operator/dns',
    command: 'dns set',
    roles: ['technical'],
    // The secret key of the DNS server is sent to the URL.
    hostFields: ['driver', 'url'],
    resource: 'dns',
    summary: 'change the DNS server for reverse DNS; other settings stay',
    changes: true,
    input: z.strictObject({
      driver: z.enum(DRIVERS, 'Must be none, powerdns or simulated.').optional().meta({
        description:
          'none: names are stored here only; powerdns: HTTP API with the key dns.key of the configuration; simulated: for trials',
        value: 'word',
      }),
      url: url.optional(),
      server: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,100}$/, 'Must be one word.')
        .optional()
        .meta({ description: 'PowerDNS: name of the server in its API (initially: localhost)', value: 'name' }),
      nameservers: hostNames
        .optional()
        .meta({ description: 'name servers of new zones, such as ns1.example.net,ns2.example.net', value: 'names' }),
      contact: newEmailAddress.optional().meta({ description: 'email address of the contact for new zones', value: 'email' }),
      notify: z.boolean().optional().meta({
        description: 'notify secondaries of new zones about changes',
        no: 'send no notifications: secondaries read the same database',
      }),
      ttl: wholeNumber(60, 604_800)
        .optional()
        .meta({ description: 'seconds that resolvers may cache a name (initially: 3600)', value: 'seconds' }),
      forward_confirmed: z
        .boolean()
        .optional()
        .meta({ description: 'accept only names that resolve to their address', no: 'accept any name' }),
      resolvers: z
        .array(z.union([z.ipv4(), z.ipv6(), z.literal('none')], 'Must be IP addresses, or none.'))
        .max(8)
        .optional()
        .meta({ description: 'resolvers that check where names lead; "none": the resolvers of the host', value: 'addresses' }),
    }),
    reply: Dns,
    failures: [],
  }),
  checkDns: staffOperation({
    command: 'dns check',
    hostOnly: 'It needs the key of the DNS server, which the API does not have.',
    resource: 'dns',
    summary: 'check that the DNS server has the zones of all pools, and that they are delegated',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({ findings: z.array(Finding) }),
    failures: [],
  }),
  pushDns: staffOperation({
    method: 'POST',
    path: '/operator/dns/push',
    command: 'dns push',
    roles: ['technical'],
    resource: 'dns',
    summary: 'push all zones and names to the DNS server again, for example after a restore',
    changes: true,
    input: z.strictObject({}),
    reply: Dns,
    failures: ['wrong_state'],
  }),
};
