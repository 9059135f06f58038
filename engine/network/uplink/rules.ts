/**
 * The nftables scripts of the uplink, pure: a host table named after the installation, and the chains `ingress` and `egress` of the
 * namespace. Each script is one transaction that replaces what existed before.
 */
import { type Uplink, versionOf } from '@innkeeper/model/net/uplink';
import type { NicSpec } from '../../nic.ts';
import { BRIDGE } from '../namespace/names.ts';
import { ADDRESS_MAPS, addressKeys } from '../namespace/rules/addresses.ts';
import { L3 } from '../namespace/rules/part.ts';
import { hostDevice, hostTable, INNER_DEVICE, type LinkAddresses } from './names.ts';

export interface UplinkRules {
  namespace: string;
  uplink: Uplink;
  /** Host interface that leads to the internet. */
  interface: string;
  /** MAC of this interface. */
  mac?: string | undefined;
  link: LinkAddresses;
  /** Networks of all pools. */
  networks: readonly string[];
  /** Cards of this node's machines. */
  nics: readonly NicSpec[];
  /** Addresses of the host itself. */
  hostAddresses: readonly string[];
}

/** Networks outside the public internet: private, link-local, shared, reserved, multicast. Excludes documentation networks. */
const NON_PUBLIC_NETWORKS: Readonly<Record<4 | 6, readonly string[]>> = {
  4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  ],
  6: ['::/8', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
};

/** Payload length of the probe packets, by which `check.ts` recognises its own echo requests. */
export const PROBE_BYTES = 77;

/**
 * Returns the host's rules. Guests reach only the uplink's interface and only from their own addresses, and no other interface reaches them
 * through the host. A drop here is final. An accept is not, so other firewalls can still drop the packet.
 */
export function hostRules({ namespace, uplink, link, networks, ...rest }: UplinkRules): string {
  const table = hostTable(namespace);
  const [inner, outer] = [`"${hostDevice(namespace)}"`, `"${rest.interface}"`];
  const nat = uplink.mode === 'nat';
  const sources = nat ? [link.guest4, link.guest6] : networks;
  return lines([
    ...[`add table ${table}`, `delete table ${table}`, `add table ${table}`],
    ...['input', 'forward'].map((hook) => `add chain ${table} ${hook} { type filter hook ${hook} priority -10; policy accept; }`),
    ...['to-host', 'from-guests', 'to-guests'].map((chain) => `add chain ${table} ${chain}`),
    `add rule ${table} input iifname ${inner} jump to-host`,
    `add rule ${table} forward iifname ${inner} jump from-guests`,
    `add rule ${table} forward oifname ${inner} jump to-guests`,

    // Replies, and packets that the link itself needs.
    `add rule ${table} to-host ct state established,related accept`,
    `add rule ${table} to-host ip saddr ${link.guest4} ip daddr ${link.host4} icmp type echo-request accept`,
    `add rule ${table} to-host icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept`,
    `add rule ${table} to-host ip6 saddr ${link.guest6} ip6 daddr ${link.host6} icmpv6 type echo-request accept`,
    `add rule ${table} to-host counter drop`,

    `add rule ${table} from-guests oifname != ${outer} counter drop`,
    ...matchesFromOthers(sources).map((match) => `add rule ${table} from-guests ${match} counter drop`),
    `add rule ${table} to-guests iifname != ${outer} counter drop`,
    ...(nat ? [`add rule ${table} to-guests ct state != { established, related } counter drop`] : []),
    // A router or node with an outdated entry sends packets to an address without a server here. Sending them back would make a loop.
    // With br_netfilter this chain also sees frames between ports of a bridge. They are for other MACs, and pass.
    ...(uplink.on_link && rest.mac !== undefined
      ? groupByFamily(networks).map(
          ([family, list]) =>
            `add rule ${table} forward iifname ${outer} oifname ${outer} ether daddr ${rest.mac} ${family} daddr { ${list} } counter drop`,
        )
      : []),
    ...(nat
      ? [
          `add chain ${table} nat { type nat hook postrouting priority srcnat; }`,
          `add rule ${table} nat oifname ${outer} ip saddr ${link.guest4} masquerade`,
          `add rule ${table} nat oifname ${outer} ip6 saddr ${link.guest6} masquerade`,
        ]
      : []),

    // Counters after and before all other chains show whose firewall dropped a packet.
    `add chain ${table} sent { type filter hook postrouting priority 310; policy accept; }`,
    `add chain ${table} back { type filter hook prerouting priority -310; policy accept; }`,
    ...['sent', 'back'].map((counter) => `add counter ${table} ${counter}`),
    ...probes('request').map((match) => `add rule ${table} sent oifname ${outer} ${match} counter name "sent"`),
    ...probes('reply').map((match) => `add rule ${table} back iifname ${outer} ${match} counter name "back"`),
  ]);
}

/** Returns the rules of the namespace. */
export function innerRules(rules: Omit<UplinkRules, 'namespace' | 'interface'>): string {
  const { uplink, link, hostAddresses } = rules;
  const nat = uplink.mode === 'nat';
  return lines([
    ...emptyRules(),
    ...(nat ? [`add rule ${L3} track-all accept`] : []),
    ...elements('host', hostAddresses),
    ...elements('allowed', uplink.allow),
    ...elements('refused', [...NON_PUBLIC_NETWORKS[4], ...NON_PUBLIC_NETWORKS[6]]),
    ...ingressRules(rules).map((rule) => `add rule ${L3} ingress ${rule} counter drop`),
    ...(nat ? [`add rule ${L3} ingress ct state != { established, related } counter drop`] : []),
    ...['host', 'allowed', 'refused'].flatMap((set) =>
      [4, 6].map(
        (v) => `add rule ${L3} egress ip${v === 6 ? '6' : ''} daddr @${set}${v} ${set === 'allowed' ? 'accept' : 'counter drop'}`,
      ),
    ),
    `add rule ${L3} egress accept`,
    ...(nat
      ? [
          `add chain ${L3} uplink-nat { type nat hook postrouting priority srcnat; }`,
          `add rule ${L3} uplink-nat oifname "${INNER_DEVICE}" meta nfproto ipv4 snat ip to ${link.guest4}`,
          `add rule ${L3} uplink-nat oifname "${INNER_DEVICE}" meta nfproto ipv6 snat ip6 to ${link.guest6}`,
        ]
      : []),
  ]);
}

/**
 * Returns matches of packets from outside that no machine may get. Their source is one of our machines. On a shared link the rest of a pool
 * belongs to other nodes, so their packets pass.
 */
function ingressRules({ uplink, networks, nics }: Pick<UplinkRules, 'uplink' | 'networks' | 'nics'>): string[] {
  if (!uplink.on_link) return groupByFamily(networks).map(([family, list]) => `${family} saddr { ${list} }`);
  const own = nics.flatMap(addressKeys);
  const ofServers = ADDRESS_MAPS.flatMap(({ map, family, mask }) => {
    const keys = own.filter((one) => one.map === map).map(({ key }) => key);
    return keys.length === 0 ? [] : [`${family} saddr${mask} { ${keys.join(', ')} }`];
  });
  return [...ofServers, ...localSources];
}

/** Matches of packets from addresses of the namespace itself. A router may have one, so its errors pass (`ACCEPT_LOCAL`, `shared-link.ts`). */
const localSources = [
  'meta nfproto ipv4 fib saddr type local meta l4proto != icmp',
  'fib saddr type local icmp type != { destination-unreachable, time-exceeded, parameter-problem }',
];

/** Returns the rules of a namespace without an uplink. */
export function noInnerRules(): string {
  return lines(emptyRules());
}

/** Returns the chains and sets that always exist. `innerRules` fills them. */
export function innerBase(): string[] {
  return [
    `add table ${L3}`,
    ...['host', 'allowed', 'refused'].flatMap((set) =>
      [4, 6].map((v) => `add set ${L3} ${set}${v} { type ipv${v}_addr; flags interval; auto-merge; }`),
    ),
    ...['ingress', 'egress', 'track-all'].map((chain) => `add chain ${L3} ${chain}`),
  ];
}

/** Jumps to the uplink's chains, at the start and the end of the chain `forward`. */
export const FROM_INTERNET = `iifname "${INNER_DEVICE}" jump ingress`;
export const TO_INTERNET = `iifname "${BRIDGE}" oifname "${INNER_DEVICE}" jump egress`;

function emptyRules(): string[] {
  return [
    ...innerBase(),
    ...['ingress', 'egress', 'track-all'].map((chain) => `flush chain ${L3} ${chain}`),
    ...['host', 'allowed', 'refused'].flatMap((set) => [4, 6].map((v) => `flush set ${L3} ${set}${v}`)),
    ...[`add chain ${L3} uplink-nat`, `flush chain ${L3} uplink-nat`, `delete chain ${L3} uplink-nat`],
  ];
}

function elements(set: string, addresses: readonly string[]): string[] {
  return groupByFamily(addresses).map(([family, list]) => `add element ${L3} ${set}${family === 'ip' ? 4 : 6} { ${list} }`);
}

/** Returns matches of packets from other sources. A family without any source is blocked completely. */
function matchesFromOthers(sources: readonly string[]): string[] {
  const given = groupByFamily(sources);
  const missing = (['ip', 'ip6'] as const).filter((family) => !given.some(([one]) => one === family));
  return [
    ...given.map(([family, list]) => `${family} saddr != { ${list} }`),
    ...missing.map((family) => `meta nfproto ${family === 'ip' ? 'ipv4' : 'ipv6'}`),
  ];
}

function groupByFamily(addresses: readonly string[]): ['ip' | 'ip6', string][] {
  const lists = ([4, 6] as const).map((v) => [v === 4 ? 'ip' : 'ip6', addresses.filter((one) => versionOf(one) === v)] as const);
  return lists.filter(([, list]) => list.length > 0).map(([family, list]) => [family, list.join(', ')]);
}

const probes = (kind: 'request' | 'reply'): string[] => [
  `ip length ${PROBE_BYTES + 28} icmp type echo-${kind}`,
  `ip6 length ${PROBE_BYTES + 8} icmpv6 type echo-${kind}`,
];

function lines(statements: readonly string[]): string {
  return `${statements.join('\n')}\n`;
}
