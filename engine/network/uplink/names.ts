/** Names and addresses of the link between a namespace and its host. All names begin with `ink` and are unique to one installation. */
import { createHash } from 'node:crypto';

/** Name of the link's end in the namespace. */
export const INNER_DEVICE = 'uplink0';

/** Returns the name of the link's end on the host: `inku-1a2b3c4d` for `ink-1a2b3c4d`. */
export const hostDevice = (namespace: string): string => namespace.replace(/^ink-/, 'inku-');

/** Returns the name of the VLAN device of an interface that is moved to the guests. */
export const vlanDevice = (namespace: string): string => namespace.replace(/^ink-/, 'inkv-');

/** Returns the name of the namespace that holds an interface moved to the guests. It then acts as the host. */
export const edgeOf = (namespace: string): string => `${namespace}-up`;

/** Returns the nftables table of the installation on the host. */
export const hostTable = (namespace: string): string => `inet ${namespace}`;

/** Addresses of both ends of the link, without prefix. */
export interface LinkAddresses {
  host4: string;
  guest4: string;
  host6: string;
  guest6: string;
}

/**
 * Prefix lengths of the link. Only the host sees its addresses: packets leave the host with the host's address (nat) or the guest's own
 * (routed).
 */
export const LINK_PREFIX = { 4: 30, 6: 126 } as const;

/**
 * Returns the addresses of both ends. IPv4 is link-local, in the installation's first /30 that is not in `taken`. IPv6 is unique local.
 * Avoids 169.254.169.0/24, where clouds run their metadata services.
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

/** Returns the index of the /30 in 169.254.0.0/16, or `null` for other addresses. */
function placeOf(address: string): number | null {
  const [, third, fourth] = /^169\.254\.(\d+)\.(\d+)$/.exec(address) ?? [];
  return third === undefined ? null : Number(third) * 64 + Math.floor(Number(fourth) / 4);
}
