/**
 * The port that connects machines to networks. Drivers: `namespace` (root) uses a bridge, dnsmasq and nftables inside its own network
 * namespace. `usermode` (no root) uses QEMU's user-mode network with forwarded ports of 127.0.0.1. `simulated` connects nothing.
 */

import type { NodeNetwork } from '@innkeeper/model/net/node-network';
import type { Uplink } from '@innkeeper/model/net/uplink';
import type { HostFinding } from '../host/finding.ts';
import type { Nic, NicSpec } from '../nic.ts';
import type { Firewalls } from './firewalls.ts';
import type { FloodFilterPort } from './flood-filter/port.ts';
import type { ProtectionChange, ProtectionState } from './protection.ts';

export interface Pool {
  /** Network of the pool, such as `10.77.0.0/24`. */
  cidr: string;
  gateway: string;
}

/** The network configuration that all machines of a node share. */
export interface SharedNetwork {
  pools: readonly Pool[];
  uplink: Uplink;
}

/** Address of the guest's SSH server, and the network namespace to connect from (`null` for the host's own). */
export interface SshEndpoint {
  host: string;
  port: number;
  namespace: string | null;
}

export interface NetworkHoldings {
  /**
   * Networks with each machine that receives their packets or may send from them: `10.77.0.11/32`, or `2001:db8:77:11::/64` for a routed
   * prefix.
   */
  addresses: readonly { network: string; machineId: string }[];
  /** Machines that have files in the metadata service. A machine that is not attached is given by the end of its MAC. */
  metadata: readonly string[];
}

export interface NetworkPort {
  readonly name: string;
  /** Features of the driver. `firewalls` is whether it can filter. */
  readonly capabilities: { readonly firewalls: boolean };
  /** Counts traffic and blocks flooding sources. */
  readonly floodFilter: FloodFilterPort;
  /** Creates or finds what all machines share: namespace, bridge, dnsmasq and tables. Called at start and after a loss. */
  open(pools: readonly Pool[]): Promise<void>;
  /**
   * Applies pools, rules and uplink. Called periodically. Returns descriptions of what others changed since the last call. A pool that
   * cannot be applied does not stop others (see `present`). Throws `unsupported` if the driver has no uplink, or `network` with a message
   * for the operator if this host cannot have the uplink.
   */
  reconcile(shared: SharedNetwork): Promise<string[]>;
  /**
   * Reads from the kernel which addresses the host uses, whether the uplink exists, and which pools lead to guests. `refused` are the pools
   * that the last `reconcile` of this process could not apply. Changes nothing.
   */
  readState(): Promise<NodeNetwork>;
  /**
   * Tests hop by hop that packets travel from the machines' network to the internet and back. Sends its own packets to the router and to
   * the uplink's probe. Changes no configuration, and sends nothing without an uplink.
   */
  checkUplink(shared: SharedNetwork): Promise<HostFinding[]>;
  close(): Promise<void>;
  /** Removes everything from the host, including the uplink, while no guest runs. Keeps the records, from which `open` restores all. */
  tearDown(): Promise<void>;
  /**
   * Creates device, DHCP reservation, anti-spoofing rules and limit of a machine. Idempotent: a changed spec is applied live. With `held`
   * this node does not answer for the card's addresses until `release`, also after `reconcile` and further calls. Throws `unsupported` for
   * `held` if the driver cannot hold cards.
   */
  attach(spec: NicSpec, options?: { held?: boolean }): Promise<Nic>;
  /**
   * Stops answering for the addresses of an attached machine, which may now be on another node. The device stays. Idempotent. Throws
   * `network` if the machine is not attached, or `unsupported` if the driver cannot hold cards.
   */
  hold(machineId: string): Promise<void>;
  /**
   * Answers for the addresses of a held machine, and announces them to the router and the gateways to the guest. A repeated call announces
   * them again. Throws as `hold`.
   */
  release(machineId: string): Promise<void>;
  /**
   * Assigns these addresses to attached machines atomically. A moved address always belongs to exactly one machine, and no packet reaches a
   * machine that lost it. Idempotent. Throws `unsupported` if the driver cannot move addresses.
   */
  reassign(specs: readonly NicSpec[]): Promise<Nic[]>;
  /** Detaches a machine. Does nothing if it is not attached. */
  detach(machineId: string): Promise<void>;
  /** Lists the ids of the attached machines. With `held`, lists only those that are held. */
  list(only?: 'held'): Promise<string[]>;
  /**
   * Applies the firewalls of all machines atomically, so no packet sees a partial state. Packets obey them once the promise resolves.
   * Machines attached later get their firewalls in the same step. Throws `unsupported` if the driver cannot filter and the configuration
   * has anything to filter.
   *
   * `read` runs while nothing else changes the network. The later of two calls therefore never applies what the earlier one read. It gets
   * the firewalls that the last successful call applied, which stay in force if this one fails.
   */
  setFirewalls(read: (inForce: Firewalls) => Promise<Firewalls>): Promise<void>;
  /** Lists the existing firewalls by id and the machines that have any, regardless of who created them. */
  listFirewalls(): Promise<{ firewalls: number[]; machines: string[] }>;
  /** Lists from the actual state, not the records, which machine has which address and which have metadata. Changes nothing. */
  holdings(): Promise<NetworkHoldings>;
  sshEndpoint(nic: NicSpec): SshEndpoint;
  /**
   * Changes the protection of several addresses. Packets obey it when this returns. The addresses need no machine. Throws `unsupported` if
   * the driver cannot protect addresses.
   */
  protect(change: ProtectionChange): Promise<void>;
  /** Reads the protection in force from the actual state, not from records. Changes nothing. `protect` repairs what others changed. */
  protection(): Promise<ProtectionState>;
  /**
   * Replaces the texts by path that an attached machine alone reads at 169.254.169.254 and fe80::a9fe:a9fe. They are lost when the host
   * reboots. A driver without a metadata service does nothing.
   */
  setMetadata(machineId: string, files: MetadataFiles): Promise<void>;
}

/** Contents by path, such as `/openstack/latest/user_data`. */
export type MetadataFiles = Readonly<Record<string, string>>;
