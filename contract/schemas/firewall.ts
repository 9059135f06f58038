/** Firewalls: what they let in and out, and the servers that they are applied to. */
import { FIREWALL_DIRECTIONS, FIREWALL_PROTOCOLS, MOST_NETWORKS, MOST_PORTS, MOST_RULES } from '@innkeeper/model/firewalls';
import { z } from 'zod';
import { about, Id, idList, line, NetworkText, Time } from './primitives.ts';

const PORTS = /^\d{1,5}(-\d{1,5})?$/;

const direction = z
  .enum(FIREWALL_DIRECTIONS)
  .meta(about('`in`: what others begin with the server; `out`: what the server begins.', 'in'));
const protocol = z.enum(FIREWALL_PROTOCOLS).meta(about('The protocol; `any`: all of them.', 'tcp'));

const FirewallRule = z
  .strictObject({
    direction,
    protocol,
    ports: z
      .array(z.string())
      .nullable()
      .meta(
        about('Ports of the destination, single ones and ranges, ascending; null: all, and for protocols without ports.', [
          '80',
          '443',
          '8000-8100',
        ]),
      ),
    networks: z.array(z.string()).meta(about('In: where it may come from. Out: where it may lead to.', ['0.0.0.0/0', '::/0'])),
    description: z.string().nullable().meta(about('For people; null for none.', 'The web site')),
  })
  .meta({ id: 'FirewallRule', description: 'Allows what matches it. No rule denies.' });

const GivenFirewallRule = z
  .strictObject({
    direction,
    protocol,
    ports: z
      .array(z.string().regex(PORTS, 'Must be a port or a range of ports, such as 8000-8100.'))
      .min(1)
      .max(MOST_PORTS)
      .nullish()
      .meta(
        about(
          `Of tcp and udp: ports of the destination, single ones and ranges, at most ${MOST_PORTS}. All when left out or null.`,
          ['80', '443', '8000-8100'],
        ),
      ),
    networks: z
      .array(NetworkText)
      .min(1)
      .max(MOST_NETWORKS)
      .optional()
      .meta(
        about(
          `In: where it may come from. Out: where it may lead to. Networks or addresses of both families, at most ${MOST_NETWORKS}. Everywhere when left out.`,
          ['203.0.113.0/24', '2001:db8::/32'],
        ),
      ),
    description: line(1, 100).nullish().meta(about('For people, 1 to 100 characters.', 'The web site')),
  })
  .meta({ id: 'GivenFirewallRule', description: 'A rule to set.' });

const FIREWALL_STATUSES = ['active', 'applying'] as const;
const FIREWALL_SERVER_STATUSES = ['applied', 'applying', 'removing'] as const;

export const Firewall = z
  .strictObject({
    id: Id.describe('Id of the firewall.'),
    name: z.string().meta(about('Name for people.', 'web')),
    default: z.boolean().describe('Whether each new server of the account gets it, before its first boot.'),
    status: z
      .enum(FIREWALL_STATUSES)
      .meta(
        about(
          '`active`: all of its servers obey these rules. `applying`: some of them still obey what was before, for about a second.',
          'active',
        ),
      ),
    rules: z.array(FirewallRule).describe('What it allows, as it is set.'),
    servers: z
      .array(
        z.strictObject({
          id: Id.describe('Id of the server.'),
          hostname: z.string().meta(about('Hostname of the server.', 'web-1.example.com')),
          status: z
            .enum(FIREWALL_SERVER_STATUSES)
            .meta(
              about(
                '`applied`: it obeys the rules above. `applying`: not yet. `removing`: it still obeys rules of this firewall.',
                'applied',
              ),
            ),
        }),
      )
      .describe('Servers that it is applied to.'),
    created_at: Time.describe('When it was created.'),
    updated_at: Time.describe('When its name, its rules or `default` changed last.'),
  })
  .meta({
    id: 'Firewall',
    description:
      'Rules for what comes in and goes out of servers. A server with at least one firewall gets nothing in that no rule of any of its firewalls allows. It may send anything as long as none of them has a rule for `out`, and then what one of these allows. Answers to what is allowed pass, as do ICMP errors that belong to it and those for the path MTU. Addressing by DHCP, neighbour discovery and metadata always work. A change is valid for open connections too: what is allowed no longer is dropped at once.',
  });
export type Firewall = z.infer<typeof Firewall>;

const name = line(1, 100).meta(about('Name for people, 1 to 100 characters.', 'web'));
const rules = z.array(GivenFirewallRule).max(MOST_RULES);
const isDefault = z.boolean().describe('Whether each new server of the account gets it, before its first boot.');

export const CreateFirewall = z
  .strictObject({
    name,
    rules: rules.default([]).describe(`What it allows: at most ${MOST_RULES} rules. None when left out: nothing comes in.`),
    default: isDefault.default(false),
  })
  .meta({ id: 'CreateFirewall', description: 'The firewall to create. It is applied to no server yet.' });

export const UpdateFirewall = z
  .strictObject({
    name: name.optional(),
    default: isDefault.optional(),
  })
  .meta({ id: 'UpdateFirewall', description: 'The changes: at least one field.' });

export const SetFirewallRules = z
  .strictObject({ rules: rules.describe(`All rules from now on, at most ${MOST_RULES}. None: nothing comes in.`) })
  .meta({ id: 'SetFirewallRules', description: 'The rules, in place of all that there are.' });

export const FirewallServers = z
  .strictObject({ server_ids: idList(1, 50).meta(about('Servers of the account, 1 to 50, each once.', [1])) })
  .meta({ id: 'FirewallServers', description: 'The servers: all of them or none.' });
