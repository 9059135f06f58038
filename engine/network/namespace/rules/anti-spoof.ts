/**
 * Restricts every tap to its own MAC and addresses. All machines share sets of tap and address, so a lookup takes constant time. One set
 * per machine took 15 s to load for 1000 machines, because the kernel scans all sets for each new one.
 *
 * A chain per machine contains rules that do not fit into sets. One restricts the addresses it may advertise as a neighbour. Another limits
 * the rate of its requests, because the host answers each.
 */
import { numberOf } from '@innkeeper/model/net/ip-networks';
import type { NicSpec } from '../../../nic.ts';
import { tapOf } from '../names.ts';
import { isRouted, PREFIX_MASK, sourceOf } from '../prefixes.ts';
import { L2, type RulesPart } from './part.ts';

/** Sets keyed by tap. IPv6 prefixes are represented by their first address. */
const SETS = {
  cards: 'ether_addr',
  sources4: 'ipv4_addr',
  sources6: 'ipv6_addr',
  sources6prefix: 'ipv6_addr',
} as const;

/** Chains shared by all machines. */
const CHAINS: Record<string, readonly string[]> = {
  guests: [
    'iifname != "tap-*" accept',
    'iifname . ether saddr != @cards counter drop',
    'ether type vmap { arp : goto guests-arp, ip : goto guests-ip, ip6 : goto guests-ip6 }',
    'counter drop',
  ],
  'guests-arp': [
    'iifname . arp saddr ether != @cards counter drop',
    // 0.0.0.0 is used by duplicate address detection and DHCP.
    'arp saddr ip != 0.0.0.0 iifname . arp saddr ip != @sources4 counter drop',
    'iifname vmap @ports',
  ],
  'guests-ip': [
    'udp sport { 67, 547 } counter drop',
    'ip saddr 0.0.0.0 udp sport 68 udp dport 67 accept',
    'iifname . ip saddr @sources4 accept',
    'counter drop',
  ],
  'guests-ip6': [
    'udp sport { 67, 547 } counter drop',
    'icmpv6 type { nd-router-advert, nd-redirect } counter drop',
    // Address of the gateway.
    'ip6 saddr fe80::1 counter drop',
    'rt type 0 counter drop',
    'icmpv6 type { nd-neighbor-advert, nd-neighbor-solicit, nd-router-solicit } iifname vmap @ports',
    'ip6 saddr { ::, fe80::/10 } goto link-local',
    'iifname . ip6 saddr @sources6 accept',
    `iifname . ip6 saddr & ${PREFIX_MASK} @sources6prefix accept`,
    'counter drop',
  ],
  // Guests may use link-local addresses only to talk to their neighbours. Such traffic needs no fragments (RFC 6980). It also needs no
  // extension headers except the option of multicast reports (RFC 3810, 5). Such headers could hide a router advertisement (RFC 7113).
  'link-local': [
    'exthdr frag exists counter drop',
    'ip6 nexthdr { ipv6-icmp, udp, tcp } accept',
    'ip6 nexthdr 0 icmpv6 type { mld-listener-query, mld-listener-report, mld-listener-done, mld2-listener-report } accept',
    'counter drop',
  ],
};

export const antiSpoof: RulesPart = {
  base: () => [
    `add table ${L2}`,
    `add map ${L2} ports { type ifname : verdict; }`,
    ...Object.entries(SETS).map(([set, type]) => `add set ${L2} ${set} { type ifname . ${type}; }`),
    ...Object.keys(CHAINS).map((chain) =>
      chain === 'guests'
        ? `add chain ${L2} guests { type filter hook prerouting priority -300; policy accept; }`
        : `add chain ${L2} ${chain}`,
    ),
    ...Object.entries(CHAINS).flatMap(([chain, rules]) => [
      `flush chain ${L2} ${chain}`,
      ...rules.map((rule) => `add rule ${L2} ${chain} ${rule}`),
    ]),
  ],

  attach: (spec) => {
    const chain = chainOf(spec);
    return [
      ...objects(spec),
      `flush chain ${L2} ${chain}`,
      ...[
        'ether type arp limit rate over 50/second burst 100 packets counter drop',
        'icmpv6 type != nd-neighbor-advert limit rate over 50/second burst 100 packets counter drop',
        ...advertisementRules(spec),
      ].map((rule) => `add rule ${L2} ${chain} ${rule}`),
      ...elements(spec).map(addElement),
    ];
  },

  // Keeps the machine's chain, because `attach` rewrites it completely.
  removeDifferences: (before, now) => {
    const kept = elements(now);
    const gone = elements(before).filter((one) => !kept.includes(one));
    return gone.flatMap((element) => [addElement(element), deleteElement(element)]);
  },

  detach: (spec) => [
    ...objects(spec),
    ...elements(spec).flatMap((element) => [addElement(element), deleteElement(element)]),
    `delete element ${L2} ports { "${tapOf(spec.machineId)}" }`,
    `flush chain ${L2} ${chainOf(spec)}`,
    `delete chain ${L2} ${chainOf(spec)}`,
  ],

  clear: () => Object.keys(SETS).map((set) => `flush set ${L2} ${set}`),
};

const chainOf = ({ machineId }: NicSpec): string => `port-${machineId}`;

function objects(spec: NicSpec): string[] {
  const chain = chainOf(spec);
  return [`add chain ${L2} ${chain}`, `add element ${L2} ports { "${tapOf(spec.machineId)}" : jump ${chain} }`];
}

/** Lists the set and element of each address, such as `sources4 { "tap-srv-1" . 10.77.0.11 }`. */
function elements({ machineId, mac, addresses }: NicSpec): string[] {
  const of = (set: keyof typeof SETS, key: string) => `${set} { "${tapOf(machineId)}" . ${key} }`;
  return [
    of('cards', mac),
    ...addresses.map((address) => {
      const [key = ''] = sourceOf(address).split('/');
      return of(isRouted(address) ? 'sources6prefix' : `sources${address.version}`, key);
    }),
  ];
}

const addElement = (element: string): string => `add element ${L2} ${element}`;
const deleteElement = (element: string): string => `delete element ${L2} ${element}`;

/**
 * Returns rules that allow neighbour advertisements only for the machine's own addresses. The target address starts at byte 8 of the header
 * and is 16 bytes long.
 */
function advertisementRules(spec: NicSpec): string[] {
  const own = spec.addresses.filter(({ version }) => version === 6).map(sourceOf);
  const foreign = [...own, 'fe80::/64'].map((one) => {
    const [address = '', bits = '128'] = one.split('/');
    return `@th,64,${bits} != 0x${(numberOf(address) >> BigInt(128 - Number(bits))).toString(16)}`;
  });
  return [
    `icmpv6 type nd-neighbor-advert ${foreign.join(' ')} counter drop`,
    `icmpv6 type nd-neighbor-advert @th,64,128 0x${numberOf('fe80::1').toString(16)} counter drop`,
  ];
}
