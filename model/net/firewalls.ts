/** Firewall rules, their canonical form and their limits. The engine translates them into kernel rules. */
import { isIP } from 'node:net';
import { invalid } from '../failures.ts';
import { type IpNetwork, isWithin, networkOf, parseNetwork } from './ip-networks.ts';

export const FIREWALL_DIRECTIONS = ['in', 'out'] as const;
export const FIREWALL_PROTOCOLS = ['any', 'tcp', 'udp', 'icmp', 'icmpv6', 'esp', 'ah', 'gre'] as const;

export const MAX_RULES = 50;
export const MAX_PORTS = 15;
export const MAX_NETWORKS = 30;

const EVERYWHERE = ['0.0.0.0/0', '::/0'] as const;

/** A rule that allows inbound or outbound traffic. No rule denies traffic. */
export interface FirewallRule {
  direction: (typeof FIREWALL_DIRECTIONS)[number];
  protocol: (typeof FIREWALL_PROTOCOLS)[number];
  /** Ports such as `22` or `8000-8100`. `null` for all ports, and for protocols without ports. */
  ports: string[] | null;
  /** Source networks of inbound traffic, or destination networks of outbound traffic. */
  networks: string[];
  description: string | null;
}

export type RuleInput = Pick<FirewallRule, 'direction' | 'protocol'> & {
  [K in 'ports' | 'networks' | 'description']?: FirewallRule[K] | undefined;
};

/** Returns the canonical form of rules. Throws `validation` with a field such as `rules.3.ports` for invalid rules. */
export function canonicalRules(rules: readonly RuleInput[]): FirewallRule[] {
  return rules.map((rule, i) => canonicalRule(rule, `rules.${i}`));
}

function canonicalRule({ direction, protocol, ports, networks, description }: RuleInput, field: string): FirewallRule {
  const withPorts = protocol === 'tcp' || protocol === 'udp';
  if (!withPorts && ports != null)
    throw invalid(`${field}.ports`, 'Only the protocols tcp and udp have ports. Remove the ports.');
  const family = { icmp: 4, icmpv6: 6 }[protocol as string];
  const everywhere = EVERYWHERE.filter((one) => family === undefined || versionOf(one) === family);
  const canonical = canonicalNetworks(networks ?? everywhere);
  if (family !== undefined && canonical.some((one) => versionOf(one) !== family))
    throw invalid(`${field}.networks`, `The protocol ${protocol} supports only IPv${family} networks.`);
  return {
    direction,
    protocol,
    ports: ports == null ? null : canonicalPorts(ports, `${field}.ports`),
    networks: canonical,
    description: description ?? null,
  };
}

/**
 * Returns ports in ascending order, with overlapping and adjacent ranges joined. Throws `validation` with a field such as
 * `rules.3.ports.2`.
 */
function canonicalPorts(ports: readonly string[], field: string): string[] {
  const ranges = ports.map((text, i) => {
    const [first = 0, last = first] = text.split('-').map(Number);
    if (first < 1 || last > 65_535) throw invalid(`${field}.${i}`, 'Ports must be from 1 to 65535.');
    if (first > last) throw invalid(`${field}.${i}`, 'The first port of a range must not be above its last.');
    return { first, last };
  });
  const joined: { first: number; last: number }[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else joined.push({ first, last });
  }
  return joined.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
}

/** Returns networks without host bits and duplicates, sorted by version, address and prefix. */
function canonicalNetworks(networks: readonly string[]): string[] {
  const parsed = networks.map((text) => {
    const [address = '', prefix] = text.split('/');
    return parse(networkOf(address, prefix === undefined ? (isIP(address) === 6 ? 128 : 32) : Number(prefix)));
  });
  return [...new Map(parsed.toSorted(compareNetworks).map((one) => [one.text, one])).keys()];
}

/** Returns the networks without those that another network of the list contains. */
export function widestNetworks(networks: readonly string[]): string[] {
  const all = networks.map(parse);
  return all.filter((one) => !all.some((other) => other.text !== one.text && isWithin(one, other))).map(({ text }) => text);
}

type Parsed = IpNetwork & { text: string };

function parse(text: string): Parsed {
  const network = parseNetwork(text);
  if (!network) throw new Error(`${text} is no network`);
  return { ...network, text };
}

function compareNetworks(a: Parsed, b: Parsed): number {
  if (a.version !== b.version) return a.version - b.version;
  if (a.first !== b.first) return a.first < b.first ? -1 : 1;
  return a.prefix - b.prefix;
}

const versionOf = (network: string): 4 | 6 => (network.includes(':') ? 6 : 4);
