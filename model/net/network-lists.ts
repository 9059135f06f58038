/** Network lists that customers write: the whitelist or blacklist of an address. */
import { isIP } from 'node:net';
import { addressOf, type IpNetwork, isWithin, numberOf, parseNetwork } from './ip-networks.ts';

/** Maximum number of networks in a list after a change. */
export const MAX_NETWORKS = 1_000;

/**
 * Returns the network of an address or CIDR without host bits: `10.1.2.3/8` becomes `10.0.0.0/8`.
 *
 * Returns `undefined` for any other text, including an address with a zone. An IPv4 address in IPv6 form (`::ffff:192.0.2.1`) counts as
 * IPv6.
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

/** Formats a network as `10.0.0.0/8` or `192.0.2.1/32`. */
export const cidrOf = ({ version, first, prefix }: IpNetwork): string => `${addressOf(version, first)}/${prefix}`;

/** Returns distinct networks, sorted by address and then prefix as numbers. Overlaps stay. */
export function sortedCidrs(networks: readonly IpNetwork[]): string[] {
  return [...new Set(sorted(networks).map(cidrOf))];
}

/** Returns the list after a change. A network that is both added and removed is removed. Removing a missing network has no effect. */
export function applyListChange(
  before: readonly string[],
  { add = [], remove = [] }: { add?: readonly IpNetwork[]; remove?: readonly IpNetwork[] },
): string[] {
  const removedCidrs = new Set(remove.map(cidrOf));
  return sortedCidrs([...before.flatMap((text) => canonicalNetwork(text) ?? []), ...add]).filter((one) => !removedCidrs.has(one));
}

/** Returns the distinct, sorted networks that no other network of the list contains. */
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
