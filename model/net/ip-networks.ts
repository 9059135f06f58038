/** Networks as numbers: containment, and the /64 prefixes of an IPv6 network. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface IpNetwork {
  version: 4 | 6;
  /** First address as a number. `last` is the last address. */
  first: bigint;
  last: bigint;
  /** Prefix length in bits. */
  prefix: number;
}

const BITS = { 4: 32n, 6: 128n } as const;

/** Parses `10.0.0.0/24`, `2001:db8::/32` or a single address. Returns `undefined` for any other text, and if host bits are set. */
export function parseNetwork(text: string): IpNetwork | undefined {
  const [address = '', bits, ...more] = text.split('/');
  // A zone, as in `fe80::1%eth0`, is valid on one host only.
  const version = address.includes('%') ? 0 : isIP(address);
  if (more.length > 0 || (version !== 4 && version !== 6)) return undefined;
  const length = Number(BITS[version]);
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= length)) return undefined;
  const prefix = bits === undefined ? length : Number(bits);
  const first = numberOf(address);
  const last = first + (1n << BigInt(length - prefix)) - 1n;
  return first % (last - first + 1n) === 0n ? { version, first, last, prefix } : undefined;
}

/** Returns an address as a number. */
export function numberOf(address: string): bigint {
  return ipaddr
    .parse(address)
    .toByteArray()
    .reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** Returns the address for a number. */
export function addressOf(version: 4 | 6, number: bigint): string {
  const bytes = Array.from({ length: Number(BITS[version] / 8n) }, (_, i) =>
    Number((number >> (BITS[version] - 8n * BigInt(i + 1))) & 255n),
  );
  return ipaddr.fromByteArray(bytes).toString();
}

/** Returns the network of an address, as `2001:db8::/64`. */
export function networkOf(address: string, prefix: number): string {
  const version = isIP(address) === 6 ? 6 : 4;
  const size = 1n << (BITS[version] - BigInt(prefix));
  return `${addressOf(version, (numberOf(address) / size) * size)}/${prefix}`;
}

/** Returns whether an address or network in valid form is IPv4 in IPv6 form: `::ffff:10.1.2.3`. Packets never carry such addresses. */
export function isIpv4Mapped(text: string): boolean {
  const [address = '', prefix = '128'] = text.split('/');
  return isIP(address) === 6 && Number(prefix) >= 96 && numberOf(address) >> 32n === 0xffffn;
}

export function isWithin(inner: IpNetwork, outer: IpNetwork): boolean {
  return inner.version === outer.version && inner.first >= outer.first && inner.last <= outer.last;
}

/** Length of the IPv6 prefixes that servers get. */
export const SERVER_PREFIX = 64;

const PREFIX_SIZE = 1n << 64n;

/** Returns how many server prefixes an IPv6 network contains. */
export function prefixesIn({ first, last }: IpNetwork): bigint {
  return (last - first + 1n) / PREFIX_SIZE;
}

/**
 * Returns the next `count` prefixes of a network, starting with index `from`, as the guest's address in each. `next` is the index after the
 * last one.
 *
 * Skips prefixes that overlap an excluded network. Returns fewer at the end of the network.
 */
export function nextPrefixes(
  network: IpNetwork,
  { from, count, excluded }: { from: bigint; count: number; excluded: readonly IpNetwork[] },
): { addresses: string[]; next: bigint } {
  const total = prefixesIn(network);
  const addresses: string[] = [];
  let next = from;
  while (addresses.length < count && next < total) {
    const first = network.first + next * PREFIX_SIZE;
    const hit = excluded.find((one) => one.first < first + PREFIX_SIZE && one.last >= first);
    if (hit) next = (hit.last - network.first) / PREFIX_SIZE + 1n;
    else {
      addresses.push(addressOf(6, first + 1n));
      next += 1n;
    }
  }
  return { addresses, next };
}

/** Returns how many /64 prefixes the networks cover. Overlapping prefixes count once. */
export function prefixesCovered(networks: readonly IpNetwork[]): bigint {
  let covered = 0n;
  let next = 0n;
  for (const { first, last } of networks.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const [from, to] = [first / PREFIX_SIZE, last / PREFIX_SIZE + 1n];
    const begin = from > next ? from : next;
    if (to > begin) covered += to - begin;
    if (to > next) next = to;
  }
  return covered;
}
