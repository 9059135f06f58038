/** What a driver's test file provides to the suite: specs, faults from outside, and a view into the guest. */
import type { ComputePort, MachineSpec } from '../port.ts';
import type { Password } from './passwords.ts';

export interface ComputeHarness {
  /** Already opened. */
  compute: ComputePort;
  /** Spec of a new machine, its network attached, its seed containing the key that `login` uses. */
  spec(machineId: string): Promise<MachineSpec>;
  /** Closes the driver as a restart of Innkeeper does, and opens a new one on the same home. */
  restart(between?: () => Promise<void>): Promise<ComputePort>;
  /** The guest shuts itself down. */
  guestPowersOff(spec: MachineSpec): Promise<void>;
  /** The hypervisor's process dies. */
  processDies(machineId: string): Promise<void>;
  /** The host crashes while the machine runs; called while no driver is open. */
  hostGoesDown(machineId: string): Promise<void>;
  /** Runs a command in the guest by SSH and returns its output; null when guests are not real. */
  login: ((spec: MachineSpec, command: string) => Promise<string>) | null;
  inspector: GuestInspector;
  /** Remaining files, processes and devices of a machine. */
  leftovers(machineId: string): Promise<string[]>;
  /** A directory for copies, and for ISO files. */
  directory: string;
  /** Creates an ISO below `directory` that contains the text, and prints it on the serial console when booted. */
  iso(name: string, text: string): Promise<string>;
  close(): Promise<void>;
  /** How long a guest may take to boot or shut down, ms. */
  timeoutMs: number;
}

/** Reads the state inside of a guest, or from the file of a simulated one. */
export interface GuestInspector {
  write(spec: MachineSpec, name: string, text: string): Promise<void>;
  /** Null when there is no such file on the machine's disk; works from the rescue system, too. */
  read(spec: MachineSpec, name: string): Promise<string | null>;
  facts(spec: MachineSpec): Promise<GuestFacts>;
  /** The text of the ISO in a drive; null when it is empty. */
  inDrive(spec: MachineSpec, drive: 'primary' | 'secondary'): Promise<string | null>;
  /** Whether the guest's network link is up. */
  hasLink(spec: MachineSpec): Promise<boolean>;
  /** Whether root can log in with a password. */
  acceptsPassword(spec: MachineSpec, password: Password): Promise<boolean>;
}

export interface GuestFacts {
  system: 'disk' | 'rescue';
  hostname: string;
  /** As `hostname -f` says it. */
  fqdn: string;
  /** Unique per machine: machine id and host keys. */
  identity: string;
  /** Root's, as in /etc/shadow. */
  passwordHash: string;
  sshKeys: readonly string[];
  /** `10.77.0.11/24`, without those of the link. */
  addresses: readonly string[];
  vcpus: number;
  /** As configured, even if the guest uses less. */
  memoryMb: number;
  /** Size of the disk. */
  diskGb: number;
  /** Size of the root file system, or the size it can grow to. */
  rootGb: number;
}
