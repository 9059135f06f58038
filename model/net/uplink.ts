/** The uplink of a node's guests to the internet: the operator's settings in one value. */
import { parseNetwork } from './ip-networks.ts';

export const UPLINK_MODES = ['none', 'nat', 'routed', 'bridge'] as const;
export type UplinkMode = (typeof UPLINK_MODES)[number];

export interface Uplink {
  /**
   * - `none`: the host's network is not changed.
   * - `nat`: guests share the host's address.
   * - `routed`: the host routes the guests' own addresses.
   * - `bridge`: like `routed`, over an interface (or one of its VLANs) that only guests use.
   */
  mode: UplinkMode;
  /** Interface of the host, or `null` for the interface of its default route. Required for `bridge`. */
  interface: string | null;
  /** VLAN tag for `bridge`, or `null` for the whole interface. */
  vlan: number | null;
  /** Own addresses of the interface for `bridge`: `203.0.113.2/24`. */
  addresses: readonly string[];
  /** Next hops for `bridge`, at most one per IP version. */
  gateways: readonly string[];
  /**
   * True if the addresses of pools are on the interface's link, so that it answers ARP and NDP for them. Otherwise the router sends them to
   * the host.
   */
  on_link: boolean;
  /** Private networks that guests may reach nevertheless. */
  allow: readonly string[];
  /** Addresses that checks probe instead of the router, at most one per IP version. */
  probe: readonly string[];
}

export const NO_UPLINK: Uplink = {
  mode: 'none',
  interface: null,
  vlan: null,
  addresses: [],
  gateways: [],
  on_link: false,
  allow: [],
  probe: [],
};

/** Fields that each mode uses. */
const TAKES: Readonly<Record<UplinkMode, readonly (keyof Uplink)[]>> = {
  none: [],
  nat: ['interface', 'allow', 'probe'],
  routed: ['interface', 'on_link', 'allow', 'probe'],
  bridge: ['interface', 'vlan', 'addresses', 'gateways', 'on_link', 'allow', 'probe'],
};

/** Returns the first problem of the settings, or `undefined` if they are valid. */
export function uplinkProblem(uplink: Uplink): { field: keyof Uplink; sentence: string } | undefined {
  const { mode, addresses, gateways } = uplink;
  const given = (Object.keys(NO_UPLINK) as (keyof Uplink)[]).filter(
    (field) => field !== 'mode' && JSON.stringify(uplink[field]) !== JSON.stringify(NO_UPLINK[field]),
  );
  const unusedField = given.find((field) => !TAKES[mode].includes(field));
  if (unusedField !== undefined)
    return { field: unusedField, sentence: `The uplink mode ${mode} does not use this field. Remove the field.` };
  if (new Set(uplink.probe.map(versionOf)).size < uplink.probe.length)
    return { field: 'probe', sentence: 'Name at most one address of each IP version.' };
  if (mode !== 'bridge') return undefined;
  if (uplink.interface === null)
    return { field: 'interface', sentence: 'Name the network interface that carries the traffic of the guests.' };
  if (!addresses.some((one) => versionOf(one) === 4))
    return { field: 'addresses', sentence: 'Name an IPv4 address: the interface uses it for ARP requests.' };
  const versions = gateways.map(versionOf);
  if (versions.length === 0 || new Set(versions).size < versions.length)
    return { field: 'gateways', sentence: 'Name the next hop, at most one of each IP version.' };
  return undefined;
}

/** Returns the IP version of an address or a network. */
export function versionOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4;
}

/** Returns whether a text is a network such as `10.0.0.0/8` or `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  return text.includes('/') && parseNetwork(text) !== undefined;
}

/** Returns whether a text is an interface address with its prefix, such as `203.0.113.2/24`. */
export function isInterfaceAddress(text: string): boolean {
  const [address = '', prefix = '', ...more] = text.split('/');
  return (
    isAddress(address) && /^\d{1,3}$/.test(prefix) && more.length === 0 && Number(prefix) <= (versionOf(address) === 4 ? 32 : 128)
  );
}

/** Returns whether a text is an address without a prefix and a zone. */
export function isAddress(text: string): boolean {
  return !text.includes('/') && parseNetwork(text) !== undefined;
}
