/** Reads the state of a host that an uplink plan depends on. */
import { EngineError } from '../../error.ts';
import type { Netns } from '../netns.ts';

interface Link {
  ifname: string;
  ifindex: number;
  /** MAC of the interface. */
  address?: string;
  flags: string[];
  operstate?: string;
  master?: string;
  addr_info?: { family: string; local: string; prefixlen: number; scope: string }[];
}

interface Hop {
  dev?: string;
  gateway?: string;
  /** Next hop in the other address family. */
  via?: { host: string };
}

interface Route extends Hop {
  dst: string;
  dev: string;
  protocol?: string;
}

/** Returns the default route of a family that the kernel prefers, with its router. Uses the first of several next hops. */
export async function defaultRoute(host: Netns, version: 4 | 6): Promise<Route | null> {
  const listed = await host.ipJson<Hop & { dst: string; nexthops?: Hop[] }>(`-${version}`, 'route', 'show', 'default');
  const routes = listed
    .flatMap(({ nexthops, ...route }) => (nexthops ?? [{}]).map((hop) => ({ ...route, ...hop })))
    .flatMap(({ dev, via, gateway = via?.host, ...route }) =>
      dev === undefined ? [] : [{ ...route, dev, ...(gateway === undefined ? {} : { gateway }) }],
    );
  return routes[0] ?? null;
}

/** Returns the named interface, or the one of the default route. Throws `network` with a message for the operator if there is none. */
export async function uplinkInterface(host: Netns, named: string | null): Promise<string> {
  if (named !== null) {
    if ((await linkOf(host, named)) !== null) return named;
    throw new EngineError('network', `the host has no interface ${named}`, { retryable: false });
  }
  const route = (await defaultRoute(host, 4)) ?? (await defaultRoute(host, 6));
  if (route !== null) return route.dev;
  throw new EngineError('network', 'the host has no default route: name the interface that leads to the internet', {
    retryable: false,
  });
}

/** Returns an interface with its addresses, or `null` if it does not exist. */
export async function linkOf(host: Netns, device: string): Promise<Link | null> {
  return (await host.ipJson<Link>('address', 'show', 'dev', device))[0] ?? null;
}

const isOwn = ({ ifname }: Link): boolean => !/^ink[uv]-/.test(ifname);

/** Lists the host's interfaces without those that Innkeeper made, of whichever installation. */
export async function interfacesOf(host: Netns): Promise<Link[]> {
  return (await host.ipJson<Link>('address', 'show')).filter(isOwn);
}

/** Lists addresses of the host. `own` excludes interfaces that any Innkeeper installation created. */
export async function addressesOf(host: Netns): Promise<{ own: string[]; linkLocal: string[] }> {
  const links = await host.ipJson<Link>('address', 'show');
  const all = (which: (link: Link) => boolean) => links.filter(which).flatMap(({ addr_info = [] }) => addr_info);
  const own = all(isOwn).filter(({ scope }) => scope === 'global');
  return {
    own: own.map(({ local }) => local).sort(),
    linkLocal: all(() => true)
      .map(({ local }) => local)
      .filter((one) => one.startsWith('169.254.')),
  };
}

export async function isIpv6Enabled(host: Netns): Promise<boolean> {
  return (await host.readSysctl('ipv6/conf/all/disable_ipv6')) === '0';
}

/** Returns the device of the host's route to exactly this network, or `null` without such a route. */
export async function routeTo(host: Netns, network: string): Promise<string | null> {
  const [route] = await host.ipJson<Route>(network.includes(':') ? '-6' : '-4', 'route', 'show', 'exact', network);
  return route?.dev ?? null;
}

/** Lists networks that we route to a device. Excludes routes that the kernel adds for its own addresses. */
export async function routesThrough(host: Netns, device: string): Promise<string[]> {
  const both = await Promise.all(['-4', '-6'].map((v) => host.ipJson<Route>(v, 'route', 'show', 'dev', device)));
  return both
    .flat()
    .filter(({ protocol, dst }) => protocol !== 'kernel' && dst !== 'default' && !dst.startsWith('multicast'))
    .map(({ dst }) => dst);
}
