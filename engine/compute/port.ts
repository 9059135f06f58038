/**
 * The port to a hypervisor. Every operation is idempotent and names its machine by `machineId`, so a replay after a crash is harmless. A
 * driver reports missing features in `capabilities`.
 *
 * Drivers store on disk what they need to find their machines. After a restart of Innkeeper, `open()` adopts machines that kept running.
 */
import type { AddressSpec } from '../nic.ts';
import type { DevicePort } from './device-port.ts';
import type { DiskPort } from './disk-port.ts';
import type { GuestPort } from './guest-port.ts';
import type { MachineSpec } from './machine-spec.ts';
import type { MovePort } from './move-port.ts';

export { CONSOLE_SECONDS, type ConsoleEndpoint, type Media, NO_MEDIA } from './device-port.ts';
export type { DiskCopy, MachineLimits, OnPercent } from './disk-port.ts';
export type { Amendment, GuestAnswer, Seed } from './guest-port.ts';
export type { MachineSpec } from './machine-spec.ts';

export interface ComputeCapabilities {
  /** True if guests are real. False for the simulated driver. */
  real: boolean;
  /** Accelerator in use and the reason, for the operator: `tcg`, "KVM opens but a guest hangs under it". */
  accelerator: { name: 'kvm' | 'tcg' | 'none'; why: string };
  /** True if a guest agent is supported (boot id, password, freeze). */
  guestAgent: boolean;
  /** Resource limits of a guest's process on the host, and the reason if any is missing, for the operator. */
  bounds: { cpu: boolean; memory: boolean; why: string };
  /** Version for display, such as `QEMU 10.0.2`. */
  version: string;
}

/**
 * The power state of a machine.
 * - `running`: the hypervisor runs it.
 * - `stopped`: it exists, and was shut down by the guest or by us.
 * - `crashed`: it exists, and its process died without a shutdown.
 * - `interrupted`: it exists, and ran when its host went down, or was stopped with `startsAgain`.
 * - `absent`: it does not exist on this node.
 */
export type MachinePower = 'running' | 'stopped' | 'crashed' | 'interrupted' | 'absent';

export interface StopOptions {
  /**
   * True if the machine becomes `interrupted` instead of `stopped`, because its host shuts down or the operator stops all guests. The
   * machine's next start, or a stop without this option, clears the flag.
   */
  startsAgain?: boolean;
}

export interface MachineReport {
  machineId: string;
  power: MachinePower;
  /**
   * Id that changes with every boot of the guest: its kernel's boot id by its agent, or else by its ready line. `null` while unknown. A
   * reboot names the boot that it ends, so a replay does not reboot twice.
   */
  bootId: string | null;
  /** True if the guest has finished booting. The QEMU driver concludes this from the agent's answer or the ready line. */
  up: boolean;
  /**
   * Set while a running guest is paused because the host's disk is full. The guest resumes once there is space. `start` also resumes it,
   * but it pauses again immediately while the disk is full.
   */
  trouble?: 'disk_full';
  /** Set by `inspect` while a guest is paused because a move has sent or is sending its memory to another node. */
  paused?: true;
}

/**
 * The resource usage of a running machine, for live status and metering. CPU and disk counters start at 0 with each process. Network
 * counters start with the network device, which may outlive processes. A reader therefore adds differences and treats a decreased counter
 * as restarted.
 */
export interface MachineUsage {
  /** CPU time of all vCPUs, in seconds. */
  cpuSeconds: number;
  /** Disk usage in bytes of the guest's root file system. Without an agent's report, the size of the disk file on the host. */
  diskBytes: number;
  diskReadBytes: number;
  diskWrittenBytes: number;
  /** Bytes received by the guest. `netOutBytes` are the bytes sent by the guest. */
  netInBytes: number;
  netOutBytes: number;
}

export interface MachineAddresses {
  machineId: string;
  addresses: readonly AddressSpec[];
}

export interface OrphanedFile {
  machineId: string;
  /** Absolute path. */
  path: string;
}

/** A change of a machine's state, whether we requested it or not. Reported at least once. */
export interface MachineEvent {
  machineId: string;
  /** Kind of change. `stalled`: paused because the host's disk is full, as in `trouble`. `resumed`: running again. */
  kind: 'started' | 'stopped' | 'crashed' | 'rebooted' | 'stalled' | 'resumed';
  at: Date;
}

export interface ComputePort extends DiskPort, DevicePort, MovePort {
  readonly name: string;
  readonly capabilities: ComputeCapabilities;
  /** Directory that contains the machines of this node. It may be missing, for example before the first `open`. */
  readonly directory: string;
  readonly guest: GuestPort;
  /** Adopts running machines and starts watching them. */
  open(): Promise<void>;
  /** Stops watching. Machines keep running. */
  close(): Promise<void>;
  /** Creates disk and seed. Replaces an incomplete machine and keeps a complete one. Does not start the machine. */
  create(spec: MachineSpec): Promise<void>;
  /** Powers the machine off and removes it completely. Does nothing if it does not exist. */
  destroy(machineId: string): Promise<void>;
  /**
   * Starts the machine. A running machine stays as it is, and a stalled one resumes. Throws `EngineError('absent')` if the machine does not
   * exist.
   */
  start(machineId: string): Promise<void>;
  /**
   * Asks the guest to reboot, and resets it if it does not react within the grace period. Does nothing if its boot id is no longer
   * `bootId`. If no agent answers, or the boot device changed since the start, shuts the guest down and starts it again. After `signal` is
   * aborted, does nothing more to the guest and throws the signal's reason.
   */
  reboot(machineId: string, bootId: string | null, signal?: AbortSignal): Promise<void>;
  /** Asks the guest once to shut down. A booting guest ignores the request, so the caller polls and repeats it. */
  requestShutdown(machineId: string, options?: StopOptions): Promise<void>;
  /** Powers off without a shutdown. Does nothing if the machine is stopped. */
  powerOff(machineId: string, options?: StopOptions): Promise<void>;
  inspect(machineId: string): Promise<MachineReport>;
  /** Lists all machines of this node with power and trouble. Does not query the guests. */
  list(): Promise<Pick<MachineReport, 'machineId' | 'power' | 'trouble'>[]>;
  /** Lists the addresses that each machine of this node was last assigned, from its record. Does not query the guests. */
  addresses(): Promise<MachineAddresses[]>;
  /** Lists files of unfinished operations. A file is in use while its operation runs, and orphaned if the operation has died. */
  orphanedFiles(): Promise<OrphanedFile[]>;
  /**
   * Returns the usage, or `null` while the machine does not run. `diskMaxAgeMs` is the maximum age of `diskBytes` if it comes from the
   * guest, unless the guest has written much since. Default: 0.
   */
  measure(machineId: string, options?: { diskMaxAgeMs?: number }): Promise<MachineUsage | null>;
  /** Subscribes to events. Returns the function that unsubscribes. */
  watch(listener: (event: MachineEvent) => void): () => void;
}
