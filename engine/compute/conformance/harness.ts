/** What a driver's test file gives to the suite: how to make a spec, how to play the world outside, how to look inside. */
import type { ComputePort, MachineSpec } from '../port.ts';
import type { Password } from './passwords.ts';

export interface ComputeHarness {
  /** Opened. */
  compute: ComputePort;
  /** A fresh machine, its network attached, its seed admitting the key that `login` uses. */
  spec(machineId: string): Promise<MachineSpec>;
  /** Ends the driver as a restart of Innkeeper does, and opens a new one over the same home. */
  restart(between?: () => Promise<void>): Promise<ComputePort>;
  /** The guest powers itself off, without an order of ours. */
  guestPowersOff(spec: MachineSpec): Promise<void>;
  /** The hypervisor's process dies. */
  processDies(machineId: string): Promise<void>;
  /** The whole host goes down while the machine runs; called while no driver is open. */
  hostGoesDown(machineId: string): Promise<void>;
  /** Runs a command in the guest by SSH and gives its output; null where guests are not real. */
  login: ((spec: MachineSpec, command: string) => Promise<string>) | null;
  inside: GuestInspector;
  /** Files, processes and devices that are still there of a machine. */
  leftovers(machineId: string): Promise<string[]>;
  /** A directory for copies, and for ISO files. */
  directory: string;
  /** Makes an ISO below `directory`: it holds the text, and what boots from it says it on the serial console. */
  iso(name: string, text: string): Promise<string>;
  close(): Promise<void>;
  /** How long a guest may take to boot or shut down, ms. */
  patience: number;
}

/** What is found within a guest, or in the file of a simulated one. */
export interface GuestInspector {
  write(spec: MachineSpec, name: string, text: string): Promise<void>;
  /** Null when there is no such file on the server's disk; the rescue system finds it there, too. */
  read(spec: MachineSpec, name: string): Promise<string | null>;
  look(spec: MachineSpec): Promise<GuestFacts>;
  /** The text of the ISO in a drive; null when it is empty. */
  inDrive(spec: MachineSpec, drive: 'primary' | 'secondary'): Promise<string | null>;
  /** Whether the guest sees a cable. */
  hasLink(spec: MachineSpec): Promise<boolean>;
  /** Whether root can log in with a password. */
  admits(spec: MachineSpec, password: Password): Promise<boolean>;
}

export interface GuestFacts {
  system: 'disk' | 'rescue';
  hostname: string;
  /** As `hostname -f` says it. */
  fqdn: string;
  /** Of the machine, as no other has it. */
  identity: string;
  /** Root's, as in /etc/shadow. */
  passwordHash: string;
  sshKeys: readonly string[];
  vcpus: number;
  /** As ordered, however little of it the guest itself takes. */
  memoryMb: number;
  /** Of the disk. */
  diskGb: number;
  /** Of the root file system, or of what it could be: as ordered once it has grown. */
  rootGb: number;
}
