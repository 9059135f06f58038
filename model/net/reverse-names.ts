/**
 * Reverse DNS of a network: its zones, and the record of each address in them. Names are in lower case and without the trailing dot.
 *
 * Zones end at label boundaries: at 8 bits for IPv4 and at 4 bits for IPv6. A network between two boundaries has several zones. Below a /24
 * there is no boundary. RFC 2317 names a zone inside the /24 zone: `64-127.2.0.192.in-addr.arpa`. The /24 zone refers to it with one CNAME
 * per address. The holder of the /24 zone must add these records, so the operator requests them.
 */
import { addressOf, type IpNetwork, numberOf, parseNetwork } from './ip-networks.ts';

export interface ReverseZone {
  name: string;
  version: 4 | 6;
  /** First address with its name in the zone, as a number. `last` is the last one. */
  first: bigint;
  last: bigint;
  /** Zone that must refer to this zone by CNAMEs (RFC 2317), or `null` if the zone is delegated directly. */
  parent: string | null;
}

/** Returns the zones of a pool's network in address order. Throws a RangeError if the text is not a network. */
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

/** Returns the name that resolvers query for an address: `10.2.0.192.in-addr.arpa`. */
export function pointerOf(address: string): string {
  const version = address.includes(':') ? 6 : 4;
  return zoneName(version, numberOf(address), BITS[version]);
}

export interface RecordLocation {
  zone: ReverseZone;
  /** Name of the PTR record. */
  record: string;
}

/** Returns zone and record of an address in this network, or `undefined` if the address is not in the network. */
export function locateRecord(cidr: string, address: string): RecordLocation | undefined {
  const zone = reverseZones(cidr).find((one) => isInZone(one, address));
  return zone && { zone, record: recordOf(zone, address) };
}

export function isInZone({ version, first, last }: ReverseZone, address: string): boolean {
  const number = numberOf(address);
  return address.includes(':') === (version === 6) && number >= first && number <= last;
}

/** Returns the name of the PTR record of an address in this zone. */
export const recordOf = (zone: ReverseZone, address: string): string => recordIn(zone, numberOf(address));

/** Returns the address of a PTR record, or `undefined` if the record belongs to no address of the zone. */
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

/** Returns the CNAME records that the parent of a zone below /24 needs: for each address its name and target. */
export function delegationOf(zone: ReverseZone): { name: string; target: string }[] {
  if (zone.parent === null) return [];
  return Array.from({ length: Number(zone.last - zone.first + 1n) }, (_, i) => {
    const number = zone.first + BigInt(i);
    return { name: zoneName(zone.version, number, 32), target: recordIn(zone, number) };
  });
}

/** Returns whether an address cannot belong to a guest: the first and last address of an IPv4 network, and its gateway. */
export function isSetAside(network: IpNetwork, gateway: string, address: string): boolean {
  if (network.version === 6) return false;
  const number = numberOf(address);
  return number === network.first || number === network.last || address === gateway;
}

function recordIn({ name, version, parent }: ReverseZone, number: bigint): string {
  return parent === null ? zoneName(version, number, BITS[version]) : `${number & 255n}.${name}`;
}

/** Returns the zone of the first `prefix` bits of an address. Leading zeros keep their labels. */
function zoneName(version: 4 | 6, number: bigint, prefix: number): string {
  const bits = version === 4 ? 8 : 4;
  const labels = Array.from({ length: prefix / bits }, (_, i) => {
    const label = (number >> BigInt(BITS[version] - bits * (i + 1))) & (version === 4 ? 255n : 15n);
    return label.toString(version === 4 ? 10 : 16);
  });
  return [...labels.reverse(), version === 4 ? 'in-addr.arpa' : 'ip6.arpa'].join('.');
}
