/**
 * Reverse DNS of a network: which zones it is cut into, and where in them the name of an address stands. Names are in small letters, without
 * the dot at their end.
 *
 * Zones end where labels end: at 8 bits of IPv4 and at 4 of IPv6, so a network between two of those is several zones. Below a /24 there is no
 * such place. There RFC 2317 names a zone inside of the last /24 (`64-127.2.0.192.in-addr.arpa`), to which that zone points with a CNAME for
 * each address; who holds it has to write those, so the operator asks for them.
 */
import { addressOf, type IpNetwork, numberOf, parseNetwork } from './ip-networks.ts';

export interface ReverseZone {
  name: string;
  version: 4 | 6;
  /** Of the first and the last address whose names are in it. */
  first: bigint;
  last: bigint;
  /** The zone that must point to it by CNAMEs (RFC 2317); null: it is delegated as it is. */
  parent: string | null;
}

/** The zones of a pool's network, in the order of their addresses. */
export function reverseZones(cidr: string): ReverseZone[] {
  const network = parseNetwork(cidr);
  if (!network) throw new RangeError(`${cidr} is not a network.`);
  const { version, prefix, first, last } = network;
  if (version === 4 && prefix > 24) {
    const parent = zoneName(4, first, 24);
    return [{ name: `${first & 255n}-${last & 255n}.${parent}`, version, first, last, parent }];
  }
  const bits = version === 4 ? 8 : 4;
  const cut = Math.ceil(prefix / bits) * bits;
  const size = 1n << BigInt(BITS[version] - cut);
  return Array.from({ length: 2 ** (cut - prefix) }, (_, i) => {
    const begin = first + BigInt(i) * size;
    return { name: zoneName(version, begin, cut), version, first: begin, last: begin + size - 1n, parent: null };
  });
}

const BITS = { 4: 32, 6: 128 } as const;

/** Where resolvers look for the name of an address: `10.2.0.192.in-addr.arpa`. */
export function pointerOf(address: string): string {
  const version = address.includes(':') ? 6 : 4;
  return zoneName(version, numberOf(address), BITS[version]);
}

export interface Place {
  zone: ReverseZone;
  /** Where its PTR record stands. */
  record: string;
}

/** Where the name of an address of this network stands; undefined for an address that is not in it. */
export function placeOf(cidr: string, address: string): Place | undefined {
  const zone = reverseZones(cidr).find((one) => isInZone(one, address));
  return zone && { zone, record: recordOf(zone, address) };
}

export function isInZone({ version, first, last }: ReverseZone, address: string): boolean {
  const number = numberOf(address);
  return address.includes(':') === (version === 6) && number >= first && number <= last;
}

/** Where the name of an address of this zone stands. */
export const recordOf = (zone: ReverseZone, address: string): string => recordIn(zone, numberOf(address));

/** The address whose name stands there; undefined where no address of the zone has its name. */
export function addressAt({ name, version, first, last, parent }: ReverseZone, record: string): string | undefined {
  if (!record.endsWith(`.${name}`)) return undefined;
  const own = record.slice(0, -name.length - 1).split('.');
  const whole = parent === null ? own.concat(name.split('.')) : own.concat(parent.split('.'));
  const labels = whole.slice(0, -2).reverse();
  const [count, base, form] = version === 4 ? [4, 10, /^(0|[1-9]\d{0,2})$/] : [32, 16, /^[0-9a-f]$/];
  if (labels.length !== count || !labels.every((label) => form.test(label) && Number.parseInt(label, base) < 256))
    return undefined;
  const bits = version === 4 ? 8n : 4n;
  const number = labels.reduce((sum, label) => (sum << bits) | BigInt(Number.parseInt(label, base)), 0n);
  return number >= first && number <= last ? addressOf(version, number) : undefined;
}

/** What the parent of a zone below /24 has to say: a CNAME for each address, by the name that resolvers ask for. */
export function delegationOf(zone: ReverseZone): { name: string; target: string }[] {
  if (zone.parent === null) return [];
  return Array.from({ length: Number(zone.last - zone.first + 1n) }, (_, i) => {
    const number = zone.first + BigInt(i);
    return { name: zoneName(zone.version, number, 32), target: recordIn(zone, number) };
  });
}

/** An address that is nobody's own: the first and the last of an IPv4 network, and its gateway. */
export function isSetAside(network: IpNetwork, gateway: string, address: string): boolean {
  if (network.version === 6) return false;
  const number = numberOf(address);
  return number === network.first || number === network.last || address === gateway;
}

function recordIn({ name, version, parent }: ReverseZone, number: bigint): string {
  return parent === null ? zoneName(version, number, BITS[version]) : `${number & 255n}.${name}`;
}

/** Of the first `prefix` bits of an address, each label in its place: a zero is as much a digit as any other. */
function zoneName(version: 4 | 6, number: bigint, prefix: number): string {
  const bits = version === 4 ? 8 : 4;
  const labels = Array.from({ length: prefix / bits }, (_, i) => {
    const label = (number >> BigInt(BITS[version] - bits * (i + 1))) & (version === 4 ? 255n : 15n);
    return label.toString(version === 4 ? 10 : 16);
  });
  return [...labels.reverse(), version === 4 ? 'in-addr.arpa' : 'ip6.arpa'].join('.');
}
