/** Prefixes of IPv6 that are routed to machines. */
import { networkOf } from '@innkeeper/model/ip-networks';
import type { Netns } from '../netns.ts';
import type { AddressSpec, NicSpec } from '../port.ts';
import { BRIDGE } from './names.ts';

/** Of the prefixes of 64 bits that are routed to machines. */
export const PREFIX_MASK = 'ffff:ffff:ffff:ffff::';

/** Whether the address stands for all of its prefix. */
export const isRouted = ({ version, gateway }: AddressSpec): boolean =>
  version === 6 && gateway.toLowerCase().startsWith('fe80:');

/** What a machine may send from: an address, or a prefix. */
export const sourceOf = (spec: AddressSpec): string => (isRouted(spec) ? networkOf(spec.address, spec.prefix) : spec.address);

/** `2001:db8::/64` each. */
export const prefixesOf = ({ addresses }: Pick<NicSpec, 'addresses'>): string[] => addresses.filter(isRouted).map(sourceOf);

/**
 * Lines for `ip -batch`: each prefix leads to the machine's MAC by an entry that is never asked for, so that who calls addresses of a prefix
 * one after the other fills no table of neighbours, and no guest can claim another's.
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

/** Removes what `routesTo` has made of `before` and does not make of `now`. `ip` has no "delete if exists", so each is made first. */
export function routesGone(before: NicSpec, now: Pick<NicSpec, 'addresses'>): string[] {
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
 * Lines for `ip -batch` when addresses have gone from machine to machine: each leads to its present holder, and what nobody has any more
 * leads nowhere. An IPv4 address has an entry for a neighbour, so that the holder is not asked for first; it ages like any other.
 */
export function routesMoved(before: readonly NicSpec[], now: readonly NicSpec[]): string[] {
  const held = now.flatMap(({ addresses }) => addresses.map(sourceOf));
  const lost = (spec: NicSpec) => spec.addresses.filter((address) => !held.includes(sourceOf(address)));
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

/** Lines that remove what leads to prefixes that no machine has, as a process leaves it that is killed after it has written the records. */
export async function routesLeft(netns: Netns, all: readonly NicSpec[]): Promise<string[]> {
  const wanted = all.flatMap((spec) => prefixesOf(spec).map((prefix) => `${prefix} ${linkLocalOf(spec.mac)}`));
  const hops = new Set(wanted.map((one) => one.split(' ')[1]));
  const routes = await netns.ipJson<{ dst: string; gateway?: string }>('-6', 'route', 'show', 'dev', BRIDGE);
  const neighbours = await netns.ipJson<{ dst: string }>('-6', 'neigh', 'show', 'dev', BRIDGE, 'nud', 'permanent');
  return [
    ...routes.flatMap(({ dst, gateway }) =>
      gateway === undefined || wanted.includes(`${dst} ${gateway}`) ? [] : `route del ${dst} via ${gateway} dev ${BRIDGE}`,
    ),
    ...neighbours.flatMap(({ dst }) => (hops.has(dst) ? [] : `neigh del ${dst} dev ${BRIDGE}`)),
  ];
}

/** The address of a card by its MAC (RFC 4291, appendix A): `fe80::5054:ff:fe00:1`. Whether the guest has it does not matter. */
export function linkLocalOf(mac: string): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = mac.split(':').map((byte) => Number.parseInt(byte, 16));
  const groups = [(a ^ 2) * 256 + b, c * 256 + 0xff, 0xfe00 + d, e * 256 + f];
  return `fe80::${groups.map((group) => group.toString(16)).join(':')}`;
}
