/** Routes IPv6 prefixes to machines. */
import { networkOf } from '@innkeeper/model/net/ip-networks';
import type { AddressSpec, NicSpec } from '../../nic.ts';
import type { Netns } from '../netns.ts';
import { BRIDGE } from './names.ts';

/** Mask of the 64-bit prefixes that are routed to machines. */
export const PREFIX_MASK = 'ffff:ffff:ffff:ffff::';

/** Returns whether the address represents its whole prefix. */
export const isRouted = ({ version, gateway }: AddressSpec): boolean =>
  version === 6 && gateway.toLowerCase().startsWith('fe80:');

/** Returns the source that a machine may send from: an address or a prefix. */
export const sourceOf = (spec: AddressSpec): string => (isRouted(spec) ? networkOf(spec.address, spec.prefix) : spec.address);

/** Lists the prefixes of a machine, each in the form `2001:db8::/64`. */
export const prefixesOf = ({ addresses }: Pick<NicSpec, 'addresses'>): string[] => addresses.filter(isRouted).map(sourceOf);

/**
 * Returns lines for `ip -batch` that route each prefix to the machine's MAC through a permanent neighbour entry. A scan of a prefix
 * therefore cannot fill the neighbour table, and no guest can claim another guest's addresses.
 */
export function routesTo(spec: NicSpec): string[] {
  const prefixes = prefixesOf(spec);
  if (prefixes.length === 0) return [];
  const hop = linkLocalOf(spec.mac);
  return [
    `neigh replace ${hop} lladdr ${spec.mac} dev ${BRIDGE} nud permanent`,
    ...prefixes.map((prefix) => `route replace ${prefix} via ${hop} dev ${BRIDGE}`),
  ];
}

/**
 * Returns lines that remove the routes of `before` that `now` no longer needs. `ip` has no "delete if exists", so each route is added
 * first.
 */
export function removedRoutes(before: NicSpec, now: Pick<NicSpec, 'addresses'>): string[] {
  const kept = prefixesOf(now);
  const gone = prefixesOf(before).filter((prefix) => !kept.includes(prefix));
  if (gone.length === 0) return [];
  const hop = linkLocalOf(before.mac);
  return [
    ...routesTo(before),
    ...gone.map((prefix) => `route del ${prefix} via ${hop} dev ${BRIDGE}`),
    ...(kept.length === 0 ? [`neigh del ${hop} dev ${BRIDGE}`] : []),
  ];
}

/**
 * Returns lines for `ip -batch` after addresses moved between machines. Each address leads to its current holder. Addresses without a
 * holder lead nowhere. An IPv4 address gets a neighbour entry, which saves a request to the new holder and ages normally.
 */
export function movedRoutes(before: readonly NicSpec[], now: readonly NicSpec[]): string[] {
  const used = now.flatMap(({ addresses }) => addresses.map(sourceOf));
  const lost = (spec: NicSpec) => spec.addresses.filter((address) => !used.includes(sourceOf(address)));
  const had = before.flatMap(({ machineId, addresses }) => addresses.map((one) => `${machineId} ${sourceOf(one)}`));
  const gained = ({ machineId, addresses }: NicSpec) =>
    addresses.filter((one) => one.version === 4 && !had.includes(`${machineId} ${sourceOf(one)}`));
  const neighbour = ({ address }: AddressSpec, { mac }: NicSpec) => `neigh replace ${address} lladdr ${mac} dev ${BRIDGE} nud`;
  return [
    ...now.flatMap(routesTo),
    ...now.flatMap((spec) => gained(spec).map((one) => `${neighbour(one, spec)} reachable`)),
    ...before.flatMap((spec) =>
      lost(spec).flatMap((one) => {
        if (one.version === 4) return [`${neighbour(one, spec)} stale`, `neigh del ${one.address} dev ${BRIDGE}`];
        const route = `${sourceOf(one)} via ${linkLocalOf(spec.mac)} dev ${BRIDGE}`;
        return isRouted(one)
          ? [
              `neigh replace ${linkLocalOf(spec.mac)} lladdr ${spec.mac} dev ${BRIDGE} nud permanent`,
              `route replace ${route}`,
              `route del ${route}`,
            ]
          : [];
      }),
    ),
    ...before
      .filter((spec) => prefixesOf(spec).length > 0)
      .filter(({ machineId }) => now.every((spec) => spec.machineId !== machineId || prefixesOf(spec).length === 0))
      .map(({ mac }) => `neigh del ${linkLocalOf(mac)} dev ${BRIDGE}`),
  ];
}

/** Returns lines that remove routes to prefixes without a machine. A process killed after writing the records leaves such routes. */
export async function staleRoutes(netns: Netns, all: readonly NicSpec[]): Promise<string[]> {
  const desired = all.flatMap((spec) => prefixesOf(spec).map((prefix) => `${prefix} ${linkLocalOf(spec.mac)}`));
  const hops = new Set(desired.map((one) => one.split(' ')[1]));
  const routes = await netns.ipJson<{ dst: string; gateway?: string }>('-6', 'route', 'show', 'dev', BRIDGE);
  const neighbours = await netns.ipJson<{ dst: string }>('-6', 'neigh', 'show', 'dev', BRIDGE, 'nud', 'permanent');
  return [
    ...routes.flatMap(({ dst, gateway }) =>
      gateway === undefined || desired.includes(`${dst} ${gateway}`) ? [] : `route del ${dst} via ${gateway} dev ${BRIDGE}`,
    ),
    ...neighbours.flatMap(({ dst }) => (hops.has(dst) ? [] : `neigh del ${dst} dev ${BRIDGE}`)),
  ];
}

/**
 * Returns the link-local address derived from a MAC (RFC 4291, appendix A), such as `fe80::5054:ff:fe00:1`. The guest need not use this
 * address.
 */
export function linkLocalOf(mac: string): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = mac.split(':').map((byte) => Number.parseInt(byte, 16));
  const groups = [(a ^ 2) * 256 + b, c * 256 + 0xff, 0xfe00 + d, e * 256 + f];
  return `fe80::${groups.map((group) => group.toString(16)).join(':')}`;
}
