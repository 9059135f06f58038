/** The network of a node as its worker reads it from the kernel, and addresses of the host that no pool may give away. */
import { isWithin, parseNetwork } from './ip-networks.ts';

/** An address that a host has or depends on. A pool that gave it to a guest would cut the host off from it. */
export interface HostAddress {
  address: string;
  use: 'interface' | 'router' | 'resolver' | 'mirror';
  /** Name of the interface or of the package mirror. `null` for a router or a resolver. */
  name: string | null;
}

export interface NodeNetwork {
  host: readonly HostAddress[];
  /** Way to the internet, or `null` without one. `up`: whether link, rules and interface are there. */
  uplink: { interface: string; up: boolean } | null;
  /** Networks of pools that lead to guests. */
  pools: readonly string[];
  /** Pools that this host could not take, each with the reason. */
  refused: readonly { cidr: string; why: string }[];
}

export interface GivenNetwork {
  cidr: string;
  gateway: string;
  excluded: readonly string[];
}

/**
 * Returns the first address of the host that the pool would give to a guest. Excluded addresses are fine, and so is the router where the pool's
 * guests have the same gateway: nobody is given it.
 */
export function findHostAddress(pool: GivenNetwork, host: readonly HostAddress[]): HostAddress | undefined {
  const network = parseNetwork(pool.cidr);
  const excluded = pool.excluded.map(parseNetwork);
  return host.find(({ address, use }) => {
    const one = parseNetwork(address);
    if (!network || !one || !isWithin(one, network)) return false;
    if (use === 'router' && address === pool.gateway) return false;
    return !excluded.some((other) => other && isWithin(one, other));
  });
}

/** `10.0.2.3, a resolver of node local`. */
export function describeHostAddress({ address, use, name }: HostAddress, node: string): string {
  const words = {
    interface: `an address of ${name} on node ${node}`,
    router: `the router of node ${node}`,
    resolver: `a resolver of node ${node}`,
    mirror: `the package mirror ${name} of node ${node}`,
  };
  return `${address}, ${words[use]}`;
}
