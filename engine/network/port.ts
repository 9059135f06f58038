/**
 * How a machine is connected to networks. `namespace` (root): a bridge, dnsmasq and nftables inside its own network
 * namespace. `usermode` (no root): QEMU's user-mode network with forwarded ports of 127.0.0.1. `simulated`: nothing.
 */

import type { NodeNetwork } from '@innkeeper/model/node-network';
import type { Uplink } from '@innkeeper/model/uplink';
import type { HostFinding } from '../host/doctor.ts';
import type { Firewalls } from './firewalls.ts';
import type { GuardPort } from './guard/port.ts';
import type { ProtectionChange, ProtectionState } from './protection.ts';

export interface Pool {
  /** `10.77.0.0/24` */
  cidr: string;
  gateway: string;
}

/** What all machines of a node share. */
export interface SharedNetwork {
  pools: readonly Pool[];
  uplink: Uplink;
}

/**
 * An IPv6 address whose gateway is link-local stands for all of its prefix: that is routed to the machine, and nobody else has an address in
 * it.
 */
export interface AddressSpec {
  /** `10.77.0.11` */
  address: string;
  prefix: number;
  gateway: string;
  version: 4 | 6;
}

export interface NicSpec {
  machineId: string;
  /** `52:54:00:xx:xx:xx` */
  mac: string;
  hostname: string;
  addresses: readonly AddressSpec[];
  dns: readonly string[];
  /** Limit for sending and for receiving each, in megabits per second; absent: unlimited. */
  limitMbps?: number;
}

/** A NIC as the compute driver attaches it to a machine. */
export type Nic = NicSpec & {
  plug:
    | { kind: 'tap'; namespace: string; device: string }
    | {
        kind: 'user';
        forwards: readonly {
          host: string;
          hostPort: number;
          guestPort: number;
        }[];
      }
    | { kind: 'none' };
};

/** Where an SSH client reaches the guest, and in which network namespace (null: the host's own). */
export interface SshEndpoint {
  host: string;
  port: number;
  namespace: string | null;
}

export interface NetworkHoldings {
  /** Each machine that packets to a network reach, or that may send from it: `10.77.0.11/32`, or `2001:db8:77:11::/64` where a prefix is routed to it. */
  addresses: readonly { network: string; machineId: string }[];
  /** Machines that the metadata service tells anything; one that is not attached by the end of its MAC. */
  metadata: readonly string[];
}

export interface NetworkPort {
  readonly name: string;
  /** `firewalls`: whether it can filter. */
  readonly capabilities: { readonly firewalls: boolean };
  /** Counts traffic, and blocks who floods. */
  readonly guard: GuardPort;
  /** Creates or finds what all machines share (namespace, bridge, dnsmasq, tables). Called at start and after a loss. */
  open(pools: readonly Pool[]): Promise<void>;
  /**
   * Makes pools, rules and the way to the internet as they are wanted; called from time to time. Returns what somebody else had changed since it was
   * made, in words. A pool that can't be made stops no other (`present`). Fails with `unsupported`, or `network` and a sentence for the operator, when this host can't have that uplink.
   */
  reconcile(shared: SharedNetwork): Promise<string[]>;
  /**
   * Reads from the kernel which addresses the host uses itself, whether the uplink is there, and which pools lead to guests. `refused`: pools that the
   * last `reconcile` of this process could not make. Changes nothing.
   */
  present(): Promise<NodeNetwork>;
  /**
   * Proves hop by hop that packets come from the machines' network into the internet and back: by packets of its own, to the router and to the
   * uplink's probe. Changes nothing; sends nothing without an uplink.
   */
  checkUplink(shared: SharedNetwork): Promise<HostFinding[]>;
  close(): Promise<void>;
  /** Removes everything from the host, the uplink too, while no guest runs; the records stay, and `open` restores it. */
  withdraw(): Promise<void>;
  /** Idempotent: creates device, DHCP reservation, anti-spoof rules and limit of a machine; a changed spec is applied live. */
  attach(spec: NicSpec): Promise<Nic>;
  /**
   * Gives attached machines these addresses, all at once: what goes from one to another is at every moment the one's or the other's, and no
   * packet to it reaches a machine that has lost it. Idempotent. Fails with `unsupported` where addresses can't be moved.
   */
  reassign(specs: readonly NicSpec[]): Promise<Nic[]>;
  /** Absent is fine. */
  detach(machineId: string): Promise<void>;
  /** Ids of the attached machines. */
  list(): Promise<string[]>;
  /**
   * Makes the firewalls of all machines as they are wanted, in one step: no packet sees half of it. When it resolves, packets obey. `read` is called
   * when nothing else changes the network, so that the later of two calls never makes what the earlier one read. Machines that are attached later
   * get theirs in the same step. Fails with `unsupported` where it can't filter and there is anything to filter.
   */
  setFirewalls(read: () => Promise<Firewalls>): Promise<void>;
  /** Those that there are, whoever made them: by their ids, and which machines have any. */
  listFirewalls(): Promise<{ firewalls: number[]; machines: string[] }>;
  /** Who has which address, and who is told by the metadata service, by what there is, not by what was made. Changes nothing. */
  holdings(): Promise<NetworkHoldings>;
  sshEndpoint(nic: NicSpec): SshEndpoint;
  /**
   * Changes who may reach some addresses, all at once: packets obey it when this returns. An address needs no machine. Fails with `unsupported`
   * where the driver can't.
   */
  protect(change: ProtectionChange): Promise<void>;
  /** What of `protect` holds now, by what there is, not by what was made. Changes nothing; what somebody else changed is made again by `protect`. */
  protection(): Promise<ProtectionState>;
  /**
   * What an attached machine, and nobody else, reads at 169.254.169.254 and fe80::a9fe:a9fe from now on: texts by path. They are lost with a reboot
   * of the host. A driver without a metadata service does nothing.
   */
  setMetadata(machineId: string, files: MetadataFiles): Promise<void>;
}

/** `/openstack/latest/user_data` and its content. */
export type MetadataFiles = Readonly<Record<string, string>>;
