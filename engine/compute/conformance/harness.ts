/** The interface between the suite and a driver's test file: specs, external faults, and inspection of the guest. */
import type { ComputePort, MachineSpec } from '../port.ts';
import type { Password } from './passwords.ts';

/** One of the two nodes of a move. */
export interface MoveEnd {
  /** The driver, already opened. */
  compute: ComputePort;
  inspector: GuestInspector;
  /** Attaches the machine's network card to this node, which does not answer for it yet. Returns the machine's spec here. */
  prepare(spec: MachineSpec): Promise<MachineSpec>;
  /** Makes the network stop answering for the machine, or answer again. */
  hold(machineId: string): Promise<void>;
  release(machineId: string): Promise<void>;
  /** Lists the remaining files, processes and devices of a machine. */
  leftovers(machineId: string): Promise<string[]>;
}

export interface ComputeHarness extends MoveEnd {
  /** Opens the engine of another node. Closing it removes its machines. */
  openOther(): Promise<MoveEnd & { close(): Promise<void> }>;
  /** Returns the spec of a new machine. Its network is attached, and its seed contains the key that `login` uses. */
  spec(machineId: string): Promise<MachineSpec>;
  /** Closes the driver like a restart of Innkeeper, and opens a new one on the same home. */
  restart(between?: () => Promise<void>): Promise<ComputePort>;
  /** Ends the guest's agent until the next boot. The guest then reports by its ready line. */
  silenceAgent(spec: MachineSpec): Promise<void>;
  /** Makes the guest shut itself down. */
  powerOffGuest(spec: MachineSpec): Promise<void>;
  /** Kills the hypervisor's process. */
  killProcess(machineId: string): Promise<void>;
  /** Simulates a host crash while the machine runs. Called while no driver is open. */
  simulateHostReboot(machineId: string): Promise<void>;
  /** Runs a command in the guest by SSH and returns its output. `null` if guests are not real. */
  login: ((spec: MachineSpec, command: string) => Promise<string>) | null;
  /** Directory for copies and ISO files. */
  directory: string;
  /** Creates an ISO below `directory` that contains the text and prints it on the serial console when booted. Returns its path. */
  iso(name: string, text: string): Promise<string>;
  close(): Promise<void>;
  /** Time in milliseconds that a guest has to boot or shut down. */
  timeoutMs: number;
}

/** Reads the state inside a guest, or from the file of a simulated one. */
export interface GuestInspector {
  write(spec: MachineSpec, name: string, text: string): Promise<void>;
  /** Returns the content of a file on the machine's disk, or `null` if it does not exist. Also works from the rescue system. */
  read(spec: MachineSpec, name: string): Promise<string | null>;
  facts(spec: MachineSpec): Promise<GuestFacts>;
  /** Returns the text of the ISO in a drive, or `null` if the drive is empty. */
  readDrive(spec: MachineSpec, drive: 'primary' | 'secondary'): Promise<string | null>;
  /** Returns whether the guest's network link is up. */
  hasLink(spec: MachineSpec): Promise<boolean>;
  /** Returns whether root can log in with a password. */
  acceptsPassword(spec: MachineSpec, password: Password): Promise<boolean>;
}

export interface GuestFacts {
  system: 'disk' | 'rescue';
  hostname: string;
  /** Output of `hostname -f`. */
  fqdn: string;
  /** Machine id and host keys, unique per machine. */
  identity: string;
  /** Password hash of root, as in /etc/shadow. */
  passwordHash: string;
  sshKeys: readonly string[];
  /** Addresses such as `10.77.0.11/24`, without link-local ones. */
  addresses: readonly string[];
  vcpus: number;
  /** Configured memory, even if the guest uses less. */
  memoryMb: number;
  /** Size of the disk. */
  diskGb: number;
  /** Size of the root file system, or the size it can grow to. */
  rootGb: number;
}
