/** The network of a node as its worker reads it from the kernel, and host addresses that no pool may assign. */
import { isWithin, parseNetwork } from './ip-networks.ts';

/** An address that a host uses or depends on. A pool that assigned it to a guest would cut the host off from it. */
export interface HostAddress {
  address: string;
  use: 'interface' | 'router' | 'resolver' | 'mirror';
  /** Name of the interface or the package mirror. `null` for a router or a resolver. */
  name: string | null;
}

export interface NodeNetwork {
  host: readonly HostAddress[];
  /** Uplink to the internet, or `null` without one. `up` is true if link, rules and interface exist. */
  uplink: { interface: string; up: boolean } | null;
  /** Networks of pools that are routed to guests. */
  pools: readonly string[];
  /** Pools that this host could not configure, each with the reason. */
  refused: readonly { cidr: string; why: string }[];
}

export interface PoolNetwork {
  cidr: string;
  gateway: string;
  excluded: readonly string[];
}

/**
 * Returns the first address of the host that the pool would assign to a guest, or `undefined`.
 *
 * Excluded addresses are allowed. The host's router is allowed if it is also the gateway of the pool, because no guest gets the gateway's
 * address.
 */
export function findHostAddress(pool: PoolNetwork, host: readonly HostAddress[]): HostAddress | undefined {
  const network = parseNetwork(pool.cidr);
  const excluded = pool.excluded.map(parseNetwork);
  return host.find(({ address, use }) => {
    const one = parseNetwork(address);
    if (!network || !one || !isWithin(one, network)) return false;
    if (use === 'router' && address === pool.gateway) return false;
    return !excluded.some((other) => other && isWithin(one, other));
  });
}

/** Returns a description such as `10.0.2.3, a resolver of node local`. */
export function describeHostAddress({ address, use, name }: HostAddress, node: string): string {
  const words = {
    interface: `an address of ${name} on node ${node}`,
    router: `the router of node ${node}`,
    resolver: `a resolver of node ${node}`,
    mirror: `the package mirror ${name} of node ${node}`,
  };
  return `${address}, ${words[use]}`;
}
