import { isAddress, isInterfaceAddress, isNetwork, UPLINK_MODES } from '@innkeeper/model/net/uplink';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, nodeName, wholeNumber } from '../operator/fields.ts';
import { Finding } from '../operator/installation.ts';

const interfaceName = z.string().regex(/^[A-Za-z0-9_.-]{1,15}$/, 'Must be the name of an interface, such as eth1.');
const address = z.string().refine(isAddress, 'Must be an IP address.');
const networkText = z.string().refine(isNetwork, 'Must be a network such as 10.0.0.0/8.');
const interfaceAddress = z.string().refine(isInterfaceAddress, 'Must be an address with its prefix, such as 203.0.113.2/24.');

const Uplink = z.strictObject({
  mode: z.enum(UPLINK_MODES),
  interface: z.string().nullable(),
  vlan: z.int().nullable(),
  addresses: z.array(z.string()),
  gateways: z.array(z.string()),
  on_link: z.boolean(),
  allow: z.array(z.string()),
  probe: z.array(z.string()),
});

const Network = z.strictObject({
  node: z.string(),
  uplink: Uplink,
  /** Time when the worker applied the uplink. `null` if the uplink is not applied yet or does not exist. */
  made_at: At.nullable(),
  /** Error that keeps the worker from applying the uplink, or `null`. */
  error: z.string().nullable(),
  /** Network that the node's worker last read from the kernel, or `null` if the worker has never reported. */
  present: z
    .strictObject({
      /** Time when the worker was last seen. The worker reads the network every `worker.network_interval`, 15 s by default. */
      seen_at: At.nullable(),
      /** Interface through which guests reach the internet, or `null` without an uplink. */
      interface: z.string().nullable(),
      /** True if the uplink's link and rules exist and its interface is up. */
      up: z.boolean(),
      /** Addresses that the host itself uses. No pool may assign them to guests. */
      host: z.array(
        z.strictObject({
          address: z.string(),
          use: z.enum(['interface', 'router', 'resolver', 'mirror']),
          name: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
  pools: z.array(
    z.strictObject({
      name: z.string(),
      cidr: z.string(),
      gateway: z.string(),
      /** True if the network is currently routed to guests on this node. `null` if the worker has never reported. */
      present: z.boolean().nullable(),
      /** Reason why the node does not use the pool, or `null`. */
      problem: z.string().nullable(),
    }),
  ),
});

const node = nodeName.default('local');

export const networks = {
  showNetwork: staffOperation({
    method: 'GET',
    path: '/operator/network',
    command: 'network show',
    roles: ['technical'],
    resource: 'network',
    summary: 'show how guests of a node reach the internet, and with which addresses',
    changes: false,
    input: z.strictObject({ node }),
    reply: Network,
    failures: ['not_found'],
  }),
  uplinkNetwork: staffOperation({
    method: 'PUT',
    path: '/operator/network/uplink',
    command: 'network uplink',
    args: ['mode'],
    roles: ['technical'],
    resource: 'network',
    summary: 'set how guests of a node reach the internet; its worker applies it',
    changes: true,
    input: z.strictObject({
      mode: z.enum(UPLINK_MODES).meta({
        description:
          'none: the network of the host is not changed; nat: with the address of the host; routed: with their own addresses, which the host routes; bridge: through an interface of their own',
        value: 'mode',
      }),
      node,
      interface: interfaceName.optional().meta({
        description: 'interface of the host that leads to the internet (default: that of its default route)',
        value: 'name',
      }),
      vlan: wholeNumber(1, 4094)
        .optional()
        .meta({ description: 'bridge: VLAN of the interface (default: untagged)', value: 'tag' }),
      addresses: z
        .array(interfaceAddress)
        .max(8)
        .optional()
        .meta({ description: 'bridge: addresses of the interface, such as 203.0.113.2/24,2001:db8::2/64', value: 'addresses' }),
      gateways: z
        .array(address)
        .max(2)
        .optional()
        .meta({ description: 'bridge: next hop, at most one for each IP version', value: 'addresses' }),
      on_link: z
        .boolean()
        .default(false)
        .meta({ description: 'routed, bridge: the pools are on the link of the interface (proxy ARP and NDP)' }),
      allow: z
        .array(networkText)
        .max(100)
        .optional()
        .meta({ description: 'private networks that guests may reach (default: none)', value: 'networks' }),
      probe: z.array(address).max(2).optional().meta({
        description: 'addresses that `network check` pings instead of the router, at most one for each IP version',
        value: 'addresses',
      }),
    }),
    reply: Network,
    failures: ['not_found'],
  }),
  checkNetwork: staffOperation({
    command: 'network check',
    hostOnly: 'It sends probes from the host.',
    resource: 'network',
    summary: 'verify with packets, hop by hop, that guests of this host reach the internet',
    changes: false,
    input: z.strictObject({ node: node.meta({ description: 'name of the node of this host', value: 'name' }) }),
    reply: z.strictObject({ findings: z.array(Finding) }),
    failures: ['not_found'],
  }),
};
