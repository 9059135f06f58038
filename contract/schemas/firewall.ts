/** Firewalls: their rules, and the servers that they are applied to. */
import { FIREWALL_DIRECTIONS, FIREWALL_PROTOCOLS, MAX_NETWORKS, MAX_PORTS, MAX_RULES } from '@innkeeper/model/net/firewalls';
import { z } from 'zod';
import { about, Id, idList, line, NetworkText, Time } from './primitives.ts';

const PORTS = /^\d{1,5}(-\d{1,5})?$/;

const direction = z
  .enum(FIREWALL_DIRECTIONS)
  .meta(about('Direction: `in` for connections to the server, `out` for connections that the server opens.', 'in'));
const protocol = z.enum(FIREWALL_PROTOCOLS).meta(about('Protocol. `any` means all protocols.', 'tcp'));

const FirewallRule = z
  .strictObject({
    direction,
    protocol,
    ports: z
      .array(z.string())
      .nullable()
      .meta(
        about('Destination ports and port ranges, ascending. Null means all ports, or a protocol without ports.', [
          '80',
          '443',
          '8000-8100',
        ]),
      ),
    networks: z
      .array(z.string())
      .meta(about('Allowed networks: sources for `in`, destinations for `out`.', ['0.0.0.0/0', '::/0'])),
    description: z.string().nullable().meta(about('Description of the rule, or null if there is none.', 'The web site')),
  })
  .meta({ id: 'FirewallRule', description: 'A rule that allows matching packets. No rule denies packets.' });

const GivenFirewallRule = z
  .strictObject({
    direction,
    protocol,
    ports: z
      .array(z.string().regex(PORTS, 'Must be a port or a range of ports, such as 8000-8100.'))
      .min(1)
      .max(MAX_PORTS)
      .nullish()
      .meta(
        about(`Destination ports and port ranges for tcp and udp, at most ${MAX_PORTS}. Default and null: all ports.`, [
          '80',
          '443',
          '8000-8100',
        ]),
      ),
    networks: z
      .array(NetworkText)
      .min(1)
      .max(MAX_NETWORKS)
      .optional()
      .meta(
        about(
          `Allowed networks or addresses of both IP versions: sources for \`in\`, destinations for \`out\`. At most ${MAX_NETWORKS}. Default: all.`,
          ['203.0.113.0/24', '2001:db8::/32'],
        ),
      ),
    description: line(1, 100).nullish().meta(about('Description of the rule, 1 to 100 characters.', 'The web site')),
  })
  .meta({ id: 'GivenFirewallRule', description: 'A rule to set.' });

const FIREWALL_STATUSES = ['active', 'applying'] as const;
const FIREWALL_SERVER_STATUSES = ['applied', 'applying', 'removing'] as const;

export const Firewall = z
  .strictObject({
    id: Id.describe('Id of the firewall.'),
    name: z.string().meta(about('Name of the firewall.', 'web')),
    default: z.boolean().describe('True to apply the firewall to each new server of the account before its first boot.'),
    status: z
      .enum(FIREWALL_STATUSES)
      .meta(
        about(
          '`active` if the rules are in effect for all servers. `applying` if some servers still have the previous rules, for about a second.',
          'active',
        ),
      ),
    rules: z.array(FirewallRule).describe('Rules as they are set.'),
    servers: z
      .array(
        z.strictObject({
          id: Id.describe('Id of the server.'),
          hostname: z.string().meta(about('Hostname of the server.', 'web-1.example.com')),
          status: z
            .enum(FIREWALL_SERVER_STATUSES)
            .meta(
              about(
                '`applied` if the rules above are in effect. `applying` if they are not yet in effect. `removing` if rules of this firewall are still in effect.',
                'applied',
              ),
            ),
        }),
      )
      .describe('Servers that the firewall is applied to.'),
    created_at: Time.describe('When it was created.'),
    updated_at: Time.describe('Time of the last change of its name, its rules or `default`.'),
  })
  .meta({
    id: 'Firewall',
    description:
      'Rules for incoming and outgoing traffic of servers. A server with at least one firewall receives only packets that a rule of one of its firewalls allows. Outgoing traffic is unrestricted unless one of its firewalls has a rule for `out`. Then only traffic that a rule allows can leave. Replies to allowed traffic pass, and so do related ICMP errors and ICMP errors for path MTU discovery. DHCP, neighbour discovery and metadata always work. A change also applies to open connections: traffic that is no longer allowed is dropped immediately.',
  });
export type Firewall = z.infer<typeof Firewall>;

const name = line(1, 100).meta(about('Name of the firewall, 1 to 100 characters.', 'web'));
const rules = z.array(GivenFirewallRule).max(MAX_RULES);
const isDefault = z.boolean().describe('True to apply the firewall to each new server of the account before its first boot.');

export const CreateFirewall = z
  .strictObject({
    name,
    rules: rules.default([]).describe(`Rules, at most ${MAX_RULES}. Default: none, so no packets are received.`),
    default: isDefault.default(false),
  })
  .meta({ id: 'CreateFirewall', description: 'The firewall to create. It is not applied to any server yet.' });

export const UpdateFirewall = z
  .strictObject({
    name: name.optional(),
    default: isDefault.optional(),
  })
  .meta({ id: 'UpdateFirewall', description: 'The changes: at least one field.' });

export const SetFirewallRules = z
  .strictObject({ rules: rules.describe(`New rules, at most ${MAX_RULES}. With an empty list no packets are received.`) })
  .meta({ id: 'SetFirewallRules', description: 'The rules that replace all current rules.' });

export const FirewallServers = z
  .strictObject({ server_ids: idList(1, 50).meta(about('Ids of servers of the account, 1 to 50, without duplicates.', [1])) })
  .meta({ id: 'FirewallServers', description: 'The servers. Either all of them are changed or none.' });
