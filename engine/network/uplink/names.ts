/** Names and addresses of the link between a namespace and its host. All begin with `ink`, and are of one installation alone. */
import { createHash } from 'node:crypto';

/** The namespace's end. */
export const INNER_DEVICE = 'uplink0';

/** The host's end: `inku-1a2b3c4d` of `ink-1a2b3c4d`. */
export const hostDevice = (namespace: string): string => namespace.replace(/^ink-/, 'inku-');

/** The VLAN of an interface that is given to the guests. */
export const vlanDevice = (namespace: string): string => namespace.replace(/^ink-/, 'inkv-');

/** Where the interface is that is given to the guests: a namespace that stands for the host then. */
export const edgeOf = (namespace: string): string => `${namespace}-up`;

/** Of the host's table of nftables. */
export const hostTable = (namespace: string): string => `inet ${namespace}`;

/** Addresses of both ends of the link, without prefix. */
export interface LinkAddresses {
  host4: string;
  guest4: string;
  host6: string;
  guest6: string;
}

/** Both are seen by the host alone: what leaves it has its address (nat), or the guest's own (routed). */
export const LINK_PREFIX = { 4: 30, 6: 126 } as const;

/**
 * Link-local for IPv4, at the first of the installation's places that is free of `taken`; unique local for IPv6. Never in 169.254.169.0/24,
 * where clouds answer their machines.
 */
export function linkAddresses(namespace: string, taken: readonly string[]): LinkAddresses {
  const hash = createHash('sha256').update(namespace).digest();
  const first = hash.readUInt16BE();
  const used = new Set(taken.map(placeOf));
  const places = Array.from({ length: 200 }, (_, at) => (first + at * 64) % 2 ** 14);
  const place = places.find((one) => !used.has(one) && ![0, 169, 255].includes(Math.floor(one / 64))) ?? places[0] ?? 0;
  const ends = [1, 2].map((end) => `169.254.${Math.floor(place / 64)}.${(place % 64) * 4 + end}`);
  const six = `fd${hash.toString('hex', 2, 3)}:${hash.toString('hex', 3, 5)}:${hash.toString('hex', 5, 7)}:`;
  return { host4: ends[0] ?? '', guest4: ends[1] ?? '', host6: `${six}:1`, guest6: `${six}:2` };
}

/** Which /30 of 169.254.0.0/16; null for other addresses. */
function placeOf(address: string): number | null {
  const [, third, fourth] = /^169\.254\.(\d+)\.(\d+)$/.exec(address) ?? [];
  return third === undefined ? null : Number(third) * 64 + Math.floor(Number(fourth) / 4);
}
