/** How the network of a node's guests is connected to the internet: what the operator says, in one value. */
import { parseNetwork } from './ip-networks.ts';

export const UPLINK_MODES = ['none', 'nat', 'routed', 'bridge'] as const;
export type UplinkMode = (typeof UPLINK_MODES)[number];

export interface Uplink {
  /**
   * `none`: nothing of the host is touched. `nat`: guests go out with the host's address. `routed`: their own addresses are routed by the host.
   * `bridge`: routed as well, by an interface (or one VLAN of it) that is theirs alone.
   */
  mode: UplinkMode;
  /** Of the host; null: the one of its default route. `bridge` needs one. */
  interface: string | null;
  /** `bridge`: the tag; null: the whole interface. */
  vlan: number | null;
  /** `bridge`: what the interface is to be called by its neighbours: `203.0.113.2/24`. */
  addresses: readonly string[];
  /** `bridge`: the next hops, one of each version at most. */
  gateways: readonly string[];
  /** The pools' addresses are on the interface's link, so it answers ARP and NDP for them; otherwise the router sends them to the host. */
  on_link: boolean;
  /** Private networks that guests may reach all the same. */
  allow: readonly string[];
  /** Addresses that checks ask instead of the router, at most one of each version. */
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

/** What each mode takes besides its name. */
const TAKES: Readonly<Record<UplinkMode, readonly (keyof Uplink)[]>> = {
  none: [],
  nat: ['interface', 'allow', 'probe'],
  routed: ['interface', 'on_link', 'allow', 'probe'],
  bridge: ['interface', 'vlan', 'addresses', 'gateways', 'on_link', 'allow', 'probe'],
};

/** Why this can't be set; undefined when it can. */
export function uplinkProblem(uplink: Uplink): { field: keyof Uplink; sentence: string } | undefined {
  const { mode, addresses, gateways } = uplink;
  const given = (Object.keys(NO_UPLINK) as (keyof Uplink)[]).filter(
    (field) => field !== 'mode' && JSON.stringify(uplink[field]) !== JSON.stringify(NO_UPLINK[field]),
  );
  const surplus = given.find((field) => !TAKES[mode].includes(field));
  if (surplus !== undefined)
    return { field: surplus, sentence: `The uplink mode ${mode} does not use this field. Remove the field.` };
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

/** Of an address or a network. */
export function versionOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4;
}

/** `10.0.0.0/8`, `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  return text.includes('/') && parseNetwork(text) !== undefined;
}

/** `203.0.113.2/24`: an address of an interface, with its prefix. */
export function isInterfaceAddress(text: string): boolean {
  const [address = '', prefix = '', ...more] = text.split('/');
  return (
    isAddress(address) && /^\d{1,3}$/.test(prefix) && more.length === 0 && Number(prefix) <= (versionOf(address) === 4 ? 32 : 128)
  );
}

/** Without a prefix and without a zone. */
export function isAddress(text: string): boolean {
  return !text.includes('/') && parseNetwork(text) !== undefined;
}
