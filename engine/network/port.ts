/**
 * How a machine reaches the world. `namespace` (root): a bridge, dnsmasq and nftables inside a network namespace of its
 * own. `usermode` (no root): QEMU's own network stack with ports of 127.0.0.1 forwarded. `simulated`: nothing.
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
  /** What the machine may send, and what it may receive, in megabits per second each; absent: as much as there is. */
  limitMbps?: number;
}

/** What the compute driver plugs in. */
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

/** Where an SSH client finds the guest, and through which namespace (null: this host's own network). */
export interface SshEndpoint {
  host: string;
  port: number;
  namespace: string | null;
}

export interface NetworkPort {
  readonly name: string;
  /** Makes what all machines share (namespace, bridge, dnsmasq, tables), or finds it. Called at start and after a loss. */
  open(pools: readonly { cidr: string; gateway: string }[]): Promise<void>;
  close(): Promise<void>;
  /** Leaves nothing on the host while no guest runs; the records stay, and `open` makes all of it again. */
  withdraw(): Promise<void>;
  /** Idempotent: device, DHCP reservation, anti-spoof rules and limit of one machine. With another spec it changes them, also live. */
  attach(spec: NicSpec): Promise<Nic>;
  /** Absent is fine. */
  detach(machineId: string): Promise<void>;
  /** Machines that have something attached here. */
  list(): Promise<string[]>;
  sshEndpoint(nic: NicSpec): SshEndpoint;
}
