/**
 * nftables scripts of the uplink, pure: a table of the host that bears the installation's name, and the chains `ingress` and `egress` of
 * the namespace. Each is one transaction that replaces what was there.
 */
import { type Uplink, versionOf } from '@innkeeper/model/uplink';
import { BRIDGE } from '../namespace/names.ts';
import { L3 } from '../namespace/rules/part.ts';
import { hostDevice, hostTable, INNER_DEVICE, type LinkAddresses } from './names.ts';

export interface UplinkRules {
  namespace: string;
  uplink: Uplink;
  /** The interface that leads to the internet, in the host. */
  interface: string;
  link: LinkAddresses;
  /** Of all pools. */
  networks: readonly string[];
  /** The host's own. */
  hostAddresses: readonly string[];
}

/** Not of the internet: private, link-local, shared, reserved, multicast. Networks for documentation are not among them. */
const REFUSED: Readonly<Record<4 | 6, readonly string[]>> = {
  4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  ],
  6: ['::/8', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
};

/** Length of the packets by which `check.ts` sees how far its own echo requests come. */
export const PROBE_BYTES = 77;

/**
 * Of the host: guests reach nothing but the uplink's interface, from their own addresses, and nothing else reaches them by the host.
 * A drop here is final; an accept is not, so firewalls of others keep their say.
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

    // Answers, and what the link itself needs.
    `add rule ${table} to-host ct state established,related accept`,
    `add rule ${table} to-host ip saddr ${link.guest4} ip daddr ${link.host4} icmp type echo-request accept`,
    `add rule ${table} to-host icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept`,
    `add rule ${table} to-host ip6 saddr ${link.guest6} ip6 daddr ${link.host6} icmpv6 type echo-request accept`,
    `add rule ${table} to-host counter drop`,

    `add rule ${table} from-guests oifname != ${outer} counter drop`,
    ...unlessFrom(sources).map((match) => `add rule ${table} from-guests ${match} counter drop`),
    `add rule ${table} to-guests iifname != ${outer} counter drop`,
    ...(nat ? [`add rule ${table} to-guests ct state != { established, related } counter drop`] : []),
    ...(nat
      ? [
          `add chain ${table} nat { type nat hook postrouting priority srcnat; }`,
          `add rule ${table} nat oifname ${outer} ip saddr ${link.guest4} masquerade`,
          `add rule ${table} nat oifname ${outer} ip6 saddr ${link.guest6} masquerade`,
        ]
      : []),

    // After and before everybody else, to know whose firewall stopped a packet.
    `add chain ${table} sent { type filter hook postrouting priority 310; policy accept; }`,
    `add chain ${table} back { type filter hook prerouting priority -310; policy accept; }`,
    ...['sent', 'back'].map((counter) => `add counter ${table} ${counter}`),
    ...probes('request').map((match) => `add rule ${table} sent oifname ${outer} ${match} counter name "sent"`),
    ...probes('reply').map((match) => `add rule ${table} back iifname ${outer} ${match} counter name "back"`),
  ]);
}

/** Of the namespace. */
export function innerRules({ uplink, link, networks, hostAddresses }: Omit<UplinkRules, 'namespace' | 'interface'>): string {
  const nat = uplink.mode === 'nat';
  return lines([
    ...emptied(),
    ...(nat ? [`add rule ${L3} track-all accept`] : []),
    ...elements('host', hostAddresses),
    ...elements('allowed', uplink.allow),
    ...elements('refused', [...REFUSED[4], ...REFUSED[6]]),
    // Nobody outside has an address of a guest.
    ...ofVersions(networks).map(([family, list]) => `add rule ${L3} ingress ${family} saddr { ${list} } counter drop`),
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

/** Of a namespace without an uplink. */
export function noInnerRules(): string {
  return lines(emptied());
}

/** The chains and sets that are always there; what is in them is `innerRules`. */
export function innerBase(): string[] {
  return [
    `add table ${L3}`,
    ...['host', 'allowed', 'refused'].flatMap((set) =>
      [4, 6].map((v) => `add set ${L3} ${set}${v} { type ipv${v}_addr; flags interval; auto-merge; }`),
    ),
    ...['ingress', 'egress', 'track-all'].map((chain) => `add chain ${L3} ${chain}`),
  ];
}

/** Which packets of the chain `forward` are the uplink's affair, first and last. */
export const FROM_INTERNET = `iifname "${INNER_DEVICE}" jump ingress`;
export const TO_INTERNET = `iifname "${BRIDGE}" oifname "${INNER_DEVICE}" jump egress`;

function emptied(): string[] {
  return [
    ...innerBase(),
    ...['ingress', 'egress', 'track-all'].map((chain) => `flush chain ${L3} ${chain}`),
    ...['host', 'allowed', 'refused'].flatMap((set) => [4, 6].map((v) => `flush set ${L3} ${set}${v}`)),
    ...[`add chain ${L3} uplink-nat`, `flush chain ${L3} uplink-nat`, `delete chain ${L3} uplink-nat`],
  ];
}

function elements(set: string, addresses: readonly string[]): string[] {
  return ofVersions(addresses).map(([family, list]) => `add element ${L3} ${set}${family === 'ip' ? 4 : 6} { ${list} }`);
}

/** Matches of what comes from elsewhere; a version that has no source at all has no way out. */
function unlessFrom(sources: readonly string[]): string[] {
  const given = ofVersions(sources);
  const missing = (['ip', 'ip6'] as const).filter((family) => !given.some(([one]) => one === family));
  return [
    ...given.map(([family, list]) => `${family} saddr != { ${list} }`),
    ...missing.map((family) => `meta nfproto ${family === 'ip' ? 'ipv4' : 'ipv6'}`),
  ];
}

function ofVersions(addresses: readonly string[]): ['ip' | 'ip6', string][] {
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
