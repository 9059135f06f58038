/**
 * Routes of the namespace on a shared link. A pool's addresses belong to servers of several nodes there. Each server of this node has a
 * route of its own on the bridge. All other addresses of the pool lead to the host, which finds them on the link by ARP and NDP.
 *
 * Guests ask for IPv4 addresses of their pool by ARP, so the gateway answers for all of them (`proxy_arp`). NDP needs no such answer: a guest
 * reaches everything outside its own prefix through the link-local gateway.
 */
import { networkOf } from '@innkeeper/model/net/ip-networks';
import { versionOf } from '@innkeeper/model/net/uplink';
import type { NicSpec } from '../../nic.ts';
import { BRIDGE } from '../namespace/names.ts';
import { isRouted } from '../namespace/prefixes.ts';
import type { Netns } from '../netns.ts';
import { linkOf } from './host.ts';
import { INNER_DEVICE } from './names.ts';

export interface SharedLink {
  /** Networks of pools, which have no route of their own in the namespace. */
  networks: readonly string[];
  /** Routes to the servers' addresses. Prefixes have theirs in every mode (`namespace/prefixes.ts`). */
  servers: readonly { address: string; command: string }[];
}

const [PROXY_ARP, PROXY_DELAY] = [`ipv4/conf/${BRIDGE}/proxy_arp`, `ipv4/neigh/${BRIDGE}/proxy_delay`];
/**
 * The router often has the address of a pool's gateway, which the bridge has too. The kernel drops packets with such a source by default,
 * also those that tell a server the path MTU. Rules let only such errors pass (`localSources` in `rules.ts`).
 */
const ACCEPT_LOCAL = `ipv4/conf/${INNER_DEVICE}/accept_local`;

interface Route {
  type?: string;
  dst: string;
  dev?: string;
  gateway?: string;
  protocol?: string;
  prefsrc?: string;
  metric?: number;
}

/** Plans the routes. `gateways` are those that the bridge has. Pure. */
export function planSharedLink(nics: readonly NicSpec[], networks: readonly string[], gateways: readonly string[]): SharedLink {
  const versions = networks.map(versionOf);
  const direct = nics.flatMap(({ addresses }) => addresses.filter((one) => !isRouted(one) && versions.includes(one.version)));
  return {
    networks,
    servers: direct.map(({ address, version, gateway }) => {
      // The kernel would choose any gateway of the bridge for packets of its own.
      const source = gateways.includes(gateway) ? ` src ${gateway}` : '';
      return { address, command: `route replace ${address}/${version === 4 ? 32 : 128} dev ${BRIDGE}${source}` };
    }),
  };
}

/** Adds the servers' routes and answers ARP for the rest of the pools. Runs before the host sends packets to new servers. */
export async function addServerRoutes(guests: Netns, { servers }: SharedLink): Promise<void> {
  await guests.ipLines(servers.map(({ command }) => command));
  // Otherwise the first answer is delayed by up to 0.8 s.
  await writeSysctl(guests, PROXY_DELAY, '0');
  await writeSysctl(guests, PROXY_ARP, '1');
  await writeSysctl(guests, ACCEPT_LOCAL, '1');
}

/** Removes routes of pools and of former servers. Runs after `addServerRoutes`, so that servers of this node stay reachable. */
export async function removeOtherRoutes(guests: Netns, link: SharedLink): Promise<void> {
  await deleteRoutes(guests, otherRoutes(await readRoutes(guests), link));
}

/** Returns the namespace to a network whose pools are on the bridge as a whole. Idempotent. */
export async function leaveSharedLink(guests: Netns): Promise<void> {
  await writeSysctl(guests, PROXY_ARP, '0');
  await writeSysctl(guests, ACCEPT_LOCAL, '0');
  const routes = await readRoutes(guests);
  const bridge = (await linkOf(guests, BRIDGE))?.addr_info ?? [];
  const pools = bridge
    .filter(({ scope }) => scope === 'global')
    .map(({ local, prefixlen }) => ({ local, network: networkOf(local, prefixlen), prefixlen }))
    .filter(({ local, prefixlen }) => prefixlen < (versionOf(local) === 4 ? 32 : 128))
    .filter(({ network }) => !routes.some(({ dst, dev }) => dst === network && dev === BRIDGE));
  await guests.ipLines(
    pools.map(({ local, network }) =>
      versionOf(local) === 4
        ? `route replace ${network} dev ${BRIDGE} proto kernel scope link src ${local}`
        : `route replace ${network} dev ${BRIDGE} proto kernel metric 256`,
    ),
  );
  await deleteRoutes(guests, routes.filter(isServerRoute));
}

/** Returns what differs from the plan in the namespace as a clause for the operator, or `null` if nothing does. */
export async function explainDifference(guests: Netns, link: SharedLink): Promise<string | null> {
  const routes = await readRoutes(guests);
  const [other] = otherRoutes(routes, link);
  if (other !== undefined) return `the namespace of the guests has a route to ${other.dst}`;
  const missing = link.servers.find(({ address }) => !routes.some((one) => isServerRoute(one) && one.dst === address));
  if (missing !== undefined) return `the namespace of the guests has no route to ${missing.address}`;
  return (await guests.readSysctl(PROXY_ARP)) === '1' ? null : 'the gateway of the guests does not answer ARP for other nodes';
}

/**
 * Reads everything of a shared link that others could change. Link-local routes are left out: the kernel adds one whenever
 * a tap gets its carrier, which is after the network was applied.
 */
export async function observeSharedLink(guests: Netns): Promise<string> {
  const direct = (await readRoutes(guests)).filter((one) => one.gateway === undefined && !isLinkLocal(one));
  const lines = direct.map(({ type = '', dst, dev = '', prefsrc = '' }) => `${type} ${dst} ${dev} ${prefsrc}`);
  return [...lines, await guests.readSysctl(PROXY_ARP), await guests.readSysctl(ACCEPT_LOCAL)].join('\n');
}

function otherRoutes(routes: readonly Route[], { networks, servers }: SharedLink): Route[] {
  return routes.filter((one) =>
    networks.includes(one.dst)
      ? one.type === 'unreachable' || one.dev === BRIDGE
      : isServerRoute(one) && servers.every(({ address }) => address !== one.dst),
  );
}

/** Returns whether a route leads to a single address on the bridge. The kernel adds such routes for addresses of the bridge itself. */
const isServerRoute = ({ type, dst, dev, gateway, protocol }: Route): boolean =>
  type === undefined &&
  dev === BRIDGE &&
  gateway === undefined &&
  protocol !== 'kernel' &&
  !dst.includes('/') &&
  dst !== 'default';

const isLinkLocal = ({ dst, protocol }: Route): boolean => protocol === 'kernel' && dst === 'fe80::/64';

async function readRoutes(guests: Netns): Promise<Route[]> {
  const both = await Promise.all(['-4', '-6'].map((v) => guests.ipJson<Route>(v, 'route', 'show')));
  return both.flat();
}

async function deleteRoutes(guests: Netns, routes: readonly Route[]): Promise<void> {
  await guests.ipLines(
    routes.map(({ type, dst, metric }) =>
      type === 'unreachable'
        ? `route delete unreachable ${dst}${metric === undefined ? '' : ` metric ${metric}`}`
        : `route delete ${dst} dev ${BRIDGE}`,
    ),
  );
}

/** Sets a value unless it is set. Does nothing if the device is gone, with all of its settings. */
async function writeSysctl(guests: Netns, name: string, value: string): Promise<void> {
  const now = await guests.readSysctl(name);
  if (now !== null && now !== value) await guests.writeSysctl(name, value);
}
