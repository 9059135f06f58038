/** Lists of networks as customers write them: a whitelist or blacklist of an address. */
import { isIP } from 'node:net';
import { addressOf, type IpNetwork, isWithin, numberOf, parseNetwork } from './ip-networks.ts';

/** On one list, after a change. */
export const MOST_NETWORKS = 1_000;

/**
 * The network that an address or CIDR is of, host bits cleared: `10.1.2.3/8` is `10.0.0.0/8`. Undefined for any other text, so also for an
 * address with a zone. An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is of IPv6.
 */
export function canonicalNetwork(text: string): IpNetwork | undefined {
  const [address = '', bits] = text.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0) return undefined;
  const length = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? length : Number(bits);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > length) return undefined;
  const size = 1n << BigInt(length - prefix);
  const first = (numberOf(address) / size) * size;
  return { version: version === 4 ? 4 : 6, first, last: first + size - 1n, prefix };
}

/** `10.0.0.0/8`, `192.0.2.1/32`. */
export const cidrOf = ({ version, first, prefix }: IpNetwork): string => `${addressOf(version, first)}/${prefix}`;

/** By address, then prefix, as numbers; without duplicates. Overlaps stay. */
export function sortedCidrs(networks: readonly IpNetwork[]): string[] {
  return [...new Set(sorted(networks).map(cidrOf))];
}

/** The list after a change: what is added and removed is there. What is absent is removed all the same. */
export function changedList(
  before: readonly string[],
  { add = [], remove = [] }: { add?: readonly IpNetwork[]; remove?: readonly IpNetwork[] },
): string[] {
  const gone = new Set(remove.map(cidrOf));
  return sortedCidrs([...before.flatMap((text) => canonicalNetwork(text) ?? []), ...add]).filter((one) => !gone.has(one));
}

/** Those that lie in no other one, sorted; each once. */
export function withoutCovered(cidrs: readonly string[]): string[] {
  const kept: IpNetwork[] = [];
  for (const one of sorted(cidrs.flatMap((text) => parseNetwork(text) ?? []))) {
    const last = kept.at(-1);
    if (last === undefined || !isWithin(one, last)) kept.push(one);
  }
  return kept.map(cidrOf);
}

function sorted(networks: readonly IpNetwork[]): IpNetwork[] {
  return networks.toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : a.prefix - b.prefix));
}
