/**
 * Customer firewalls. Each firewall has a chain per direction, which allows packets. Each machine has a chain per direction, which jumps to
 * its firewalls' chains and drops the rest. Maps select a machine's chains by address and contain only machines with firewalls. Other
 * machines cost one failed lookup per packet, however many exist.
 *
 * An accept ends only these chains. Counters, limits and the uplink's rules still see the packet (`forwarding.ts`).
 *
 * Connections are tracked for machines with firewalls, the namespace itself, TCP of protected addresses (guard/rules.ts), and wherever
 * addresses are translated. Packets in a connection's original direction are checked against the current rules, so a connection that is no
 * longer allowed ends immediately. Packets in the reply direction pass if the connection was allowed.
 */
import { type FirewallRule, widestNetworks } from '@innkeeper/model/net/firewalls';
import type { NicSpec } from '../../../nic.ts';
import type { FirewallSpec, Firewalls } from '../../firewalls.ts';
import { ADDRESS_MAPS, addressKeys } from './addresses.ts';
import { L3, type NicWithFirewalls, type RulesPart } from './part.ts';
import { TRACKED_MARK } from './protection.ts';

const DIRECTIONS = ['in', 'out'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** Field of the packet that contains the machine's own address, by direction. */
const END = { in: 'daddr', out: 'saddr' } as const;

const mapOf = (direction: Direction, map: string): string => `firewall-${direction}${map}`;
const firewallChain = (id: number, direction: Direction): string => `fw-${id}-${direction}`;
const machineChain = (machineId: string, direction: Direction): string => `fw-${direction}-${machineId}`;

/** Patterns of the chain names that this file creates for firewalls and machines. */
const FIREWALL_CHAIN = /^fw-(\d+)-(?:in|out)$/;
const MACHINE_CHAIN = /^fw-(?:in|out)-(.+)$/;

export const firewallRules: RulesPart = {
  base: () => [
    `add table ${L3}`,
    ...ADDRESS_MAPS.flatMap(({ map, type }) => [
      ...DIRECTIONS.map((direction) => `add map ${L3} ${mapOf(direction, map)} { type ${type} : verdict; }`),
      `add set ${L3} filtered${map} { type ${type}; }`,
    ]),

    // `track-all` contains a rule if an uplink translates addresses (`uplink/rules.ts`).
    `add chain ${L3} track { type filter hook prerouting priority raw; policy accept; }`,
    `flush chain ${L3} track`,
    `add rule ${L3} track jump track-all`,
    ...ADDRESS_MAPS.flatMap(({ map, family, mask }) =>
      Object.values(END).map((end) => `add rule ${L3} track ${family} ${end}${mask} @filtered${map} accept`),
    ),
    `add rule ${L3} track meta mark and ${TRACKED_MARK} == ${TRACKED_MARK} accept`,
    `add rule ${L3} track fib daddr type local accept`,
    `add rule ${L3} track notrack`,

    // Always allowed: replies, errors of allowed connections, and the messages that path MTU discovery needs.
    `add chain ${L3} fw-always`,
    `flush chain ${L3} fw-always`,
    `add rule ${L3} fw-always ct state established,related ct direction reply accept`,
    `add rule ${L3} fw-always ct state related accept`,
    `add rule ${L3} fw-always icmp type destination-unreachable icmp code frag-needed accept`,
    `add rule ${L3} fw-always icmpv6 type packet-too-big accept`,

    ...DIRECTIONS.flatMap((direction) => [
      `add chain ${L3} firewalls-${direction} { type filter hook forward priority filter - 10; policy accept; }`,
      `flush chain ${L3} firewalls-${direction}`,
      ...ADDRESS_MAPS.map(
        ({ map, family, mask }) =>
          `add rule ${L3} firewalls-${direction} ${family} ${END[direction]}${mask} vmap @${mapOf(direction, map)}`,
      ),
    ]),
  ],

  attach: (nic) =>
    directionsOf(nic).flatMap((direction) => {
      const chain = machineChain(nic.machineId, direction);
      return [
        ...objects(nic, direction),
        `flush chain ${L3} ${chain}`,
        `add rule ${L3} ${chain} jump fw-always`,
        ...(nic.firewalls?.ids ?? []).map((id) => `add rule ${L3} ${chain} jump ${firewallChain(id, direction)}`),
        `add rule ${L3} ${chain} counter drop`,
      ];
    }),

  detach: (nic) =>
    directionsOf(nic).flatMap((direction) => {
      const chain = machineChain(nic.machineId, direction);
      return [
        ...objects(nic, direction),
        ...addressKeys(nic).flatMap(({ map, key }) => [
          `delete element ${L3} ${mapOf(direction, map)} { ${key} }`,
          ...(direction === 'in' ? [`delete element ${L3} filtered${map} { ${key} }`] : []),
        ]),
        `flush chain ${L3} ${chain}`,
        `delete chain ${L3} ${chain}`,
      ];
    }),
};

/**
 * Returns the filtered directions of a machine. Each machine with a firewall is filtered inbound, and outbound only if a rule covers
 * outbound traffic.
 */
function directionsOf({ firewalls }: NicWithFirewalls): readonly Direction[] {
  if (firewalls === undefined || firewalls.ids.length === 0) return [];
  return firewalls.out ? DIRECTIONS : ['in'];
}

function objects(nic: NicWithFirewalls, direction: Direction): string[] {
  const chain = machineChain(nic.machineId, direction);
  return [
    `add chain ${L3} ${chain}`,
    ...addressKeys(nic).flatMap(({ map, key }) => [
      `add element ${L3} ${mapOf(direction, map)} { ${key} : goto ${chain} }`,
      ...(direction === 'in' ? [`add element ${L3} filtered${map} { ${key} }`] : []),
    ]),
  ];
}

/** Returns a machine's network card with its firewalls. */
export function withFirewalls(spec: NicSpec, { firewalls, machines }: Firewalls): NicWithFirewalls {
  const ids = machines[spec.machineId] ?? [];
  const out = firewalls.some(({ id, rules }) => ids.includes(id) && rules.some(({ direction }) => direction === 'out'));
  return { ...spec, firewalls: { ids, out } };
}

/** Returns statements that rewrite the chains of these firewalls with their current rules. */
function firewallChains(firewalls: readonly FirewallSpec[]): string[] {
  return firewalls.flatMap(({ id, rules }) =>
    DIRECTIONS.flatMap((direction) => {
      const chain = firewallChain(id, direction);
      const own = rules.filter((rule) => rule.direction === direction);
      return [
        `add chain ${L3} ${chain}`,
        `flush chain ${L3} ${chain}`,
        ...own.flatMap(matchesOf).map((match) => `add rule ${L3} ${chain} ${match}accept`),
      ];
    }),
  );
}

/** Returns one transaction that replaces the firewalls `before` with `now`. `nics` are all attached machines. */
export function firewallChanges(before: Firewalls, now: Firewalls, nics: readonly NicSpec[]): string[] {
  const versions = new Map(before.firewalls.map(({ id, version }) => [id, version]));
  const desiredIds = new Set(now.firewalls.map(({ id }) => id));
  const gone = before.firewalls.filter(({ id }) => !desiredIds.has(id));
  const moved = nics
    .map((spec) => ({ old: withFirewalls(spec, before), new: withFirewalls(spec, now) }))
    .filter((nic) => JSON.stringify(nic.old.firewalls) !== JSON.stringify(nic.new.firewalls));
  return [
    ...firewallChains(now.firewalls.filter(({ id, version }) => versions.get(id) !== version)),
    ...moved.flatMap((nic) => [...firewallRules.detach(nic.old), ...firewallRules.attach(nic.new)]),
    ...removeChains(gone.flatMap(({ id }) => DIRECTIONS.map((direction) => firewallChain(id, direction)))),
  ];
}

/**
 * Rebuilds all firewalls, whatever existed before. Part of one transaction, between the base rules and the machines' own rules. `there` are
 * the names of the existing chains. Removes chains that nothing uses.
 */
export function rebuildFirewalls(now: Firewalls, nics: readonly NicSpec[], there: readonly string[]): string[] {
  const all = nics.map((spec) => withFirewalls(spec, now));
  const desiredChains = new Set([
    ...now.firewalls.flatMap(({ id }) => DIRECTIONS.map((direction) => firewallChain(id, direction))),
    ...all.flatMap((nic) => directionsOf(nic).map((direction) => machineChain(nic.machineId, direction))),
  ]);
  const gone = there.filter((chain) => (FIREWALL_CHAIN.test(chain) || MACHINE_CHAIN.test(chain)) && !desiredChains.has(chain));
  return [
    ...ADDRESS_MAPS.flatMap(({ map }) => [
      ...DIRECTIONS.map((direction) => `flush map ${L3} ${mapOf(direction, map)}`),
      `flush set ${L3} filtered${map}`,
    ]),
    ...firewallChains(now.firewalls),
    ...all.flatMap(firewallRules.attach),
    ...removeChains(gone),
  ];
}

/** Returns the ids of the firewalls and machines to which these chains belong. */
export function firewallsIn(chains: readonly string[]): { firewalls: number[]; machines: string[] } {
  const found = (pattern: RegExp) => [...new Set(chains.flatMap((chain) => pattern.exec(chain)?.[1] ?? []))].sort();
  return { firewalls: found(FIREWALL_CHAIN).map(Number), machines: found(MACHINE_CHAIN) };
}

/** Returns statements that remove chains. All are emptied first, because some may jump to others. */
function removeChains(chains: readonly string[]): string[] {
  return [
    ...chains.flatMap((chain) => [`add chain ${L3} ${chain}`, `flush chain ${L3} ${chain}`]),
    ...chains.map((chain) => `delete chain ${L3} ${chain}`),
  ];
}

/** Returns the matches of a rule: one per address family, or a single one if the rule covers all networks. */
function matchesOf({ direction, protocol, ports, networks }: FirewallRule): string[] {
  const transport = ports === null ? protocolMatch(protocol) : `${protocol} dport { ${ports.join(', ')} } `;
  const other = direction === 'in' ? 'saddr' : 'daddr';
  if (networks.includes('0.0.0.0/0') && networks.includes('::/0')) return [transport];
  return widestByFamily(networks).map(([family, list]) =>
    list.some((network) => network.endsWith('/0'))
      ? `meta nfproto ${family === 'ip' ? 'ipv4' : 'ipv6'} ${transport}`
      : `${family} ${other} { ${list.join(', ')} } ${transport}`,
  );
}

function widestByFamily(networks: readonly string[]): ['ip' | 'ip6', string[]][] {
  const widest = widestNetworks(networks);
  const lists: ['ip' | 'ip6', string[]][] = [
    ['ip', widest.filter((network) => !network.includes(':'))],
    ['ip6', widest.filter((network) => network.includes(':'))],
  ];
  return lists.filter(([, list]) => list.length > 0);
}

function protocolMatch(protocol: FirewallRule['protocol']): string {
  if (protocol === 'any') return '';
  return `meta l4proto ${protocol === 'icmpv6' ? 'ipv6-icmp' : protocol} `;
}
