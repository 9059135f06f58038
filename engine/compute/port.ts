/**
 * What Innkeeper asks of a hypervisor. Every act is idempotent and names its machine by `machineId`, so that a replay
 * after a crash is harmless. A driver that cannot do a thing says so in `capabilities`; it never pretends.
 *
 * Drivers keep what they need to find their machines again on disk: after a restart of Innkeeper, `open()` adopts
 * machines that went on running.
 */
import type { Nic } from '../network/port.ts';
import type { DevicePort, Media } from './device-port.ts';
import type { DiskPort, DiskSource, MachineLimits } from './disk-port.ts';
import type { GuestPort, Seed } from './guest-port.ts';

export { CONSOLE_SECONDS, type ConsoleEndpoint, type Media, NO_MEDIA } from './device-port.ts';
export type { DiskCopy, DiskSource, ImageFile, MachineLimits, OnPercent } from './disk-port.ts';
export type { Amendment, GuestAnswer, Seed } from './guest-port.ts';

export interface ComputeCapabilities {
  /** Whether guests are real; false for the simulated driver. */
  real: boolean;
  /** The accelerator in use and why, for the operator: `tcg`, "KVM opens but a guest hangs under it". */
  accelerator: { name: 'kvm' | 'tcg' | 'none'; why: string };
  /** Whether the guest agent can be asked things (boot id, password, freeze). */
  guestAgent: boolean;
  /** Whether the host bounds what a guest's process takes of its CPU and memory, and why (not): for the operator. */
  bounds: { cpu: boolean; memory: boolean; why: string };
  /** e.g. `QEMU 10.0.2`. */
  version: string;
}

export interface MachineSpec {
  /** `[a-z0-9-]{1,40}`, unique in this installation: `srv-12`. */
  machineId: string;
  vcpus: number;
  memoryMb: number;
  diskGb: number;
  source: DiskSource;
  limits: MachineLimits;
  media: Media;
  seed: Seed;
  nic: Nic;
}

/**
 * - `running`: the hypervisor runs it.
 * - `stopped`: it exists, and is off by its own or our will.
 * - `crashed`: it exists, and its process ended without a shutdown.
 * - `interrupted`: it exists, and ran when its host went down.
 * - `absent`: nothing of it is here.
 */
export type MachinePower = 'running' | 'stopped' | 'crashed' | 'interrupted' | 'absent';

export interface MachineReport {
  machineId: string;
  power: MachinePower;
  /**
   * A word that changes with every boot of the guest (its kernel's boot id where the agent answers), null while it can't
   * be told. A reboot names the one it wants to end, so that a replay does not reboot twice.
   */
  bootId: string | null;
  /** Whether the guest has finished booting: the agent answers, or its SSH port does. */
  up: boolean;
  /**
   * There while a running guest stands still because its host's disk is full. It goes on where it stood once there is room
   * again, or with `start`; it stops again at once unless there is room by then.
   */
  trouble?: 'disk_full';
}

/**
 * What a running machine has used, for live status and metering. The counters begin at 0 with each of its processes, those of the
 * network with its network card, which may outlive processes; so a reader adds up differences and takes a counter that fell as
 * begun anew.
 */
export interface MachineUsage {
  /** CPU time of all vCPUs, in seconds. */
  cpuSeconds: number;
  /** Of the disk, in bytes: on the guest's root file system where its agent says it, else what the disk takes on the host. */
  diskBytes: number;
  diskReadBytes: number;
  diskWrittenBytes: number;
  /** As the guest sees it: received and sent. */
  netInBytes: number;
  netOutBytes: number;
}

export interface OrphanedFile {
  machineId: string;
  /** Absolute. */
  path: string;
}

/** Something that happened outside of our orders, or because of them; told at least once. */
export interface MachineEvent {
  machineId: string;
  /** `stalled`: it stands still, as in `trouble`; `resumed`: that is over. */
  kind: 'started' | 'stopped' | 'crashed' | 'rebooted' | 'stalled' | 'resumed';
  at: Date;
}

export interface ComputePort extends DiskPort, DevicePort {
  readonly name: string;
  readonly capabilities: ComputeCapabilities;
  readonly guest: GuestPort;
  /** Adopts what runs already and begins to watch it. */
  open(): Promise<void>;
  /** Stops watching; machines go on running. */
  close(): Promise<void>;
  /** Makes disk and seed; replaces a half-made one; leaves a finished one alone. Does not start it. */
  create(spec: MachineSpec): Promise<void>;
  /** Ends it if it runs, and removes all of it. Absent is fine. */
  destroy(machineId: string): Promise<void>;
  /** Running already is fine; one in trouble goes on. Fails with `EngineError('absent')` when it was never created. */
  start(machineId: string): Promise<void>;
  /**
   * Asks the guest to reboot (and resets it when it does not react within the driver's grace), unless its boot id is no longer
   * `bootId`. When it shall boot from something else than what it was started with, it is shut down and started anew. Once
   * `signal` is aborted nothing more is done to the guest: it fails with what the signal says.
   */
  reboot(machineId: string, bootId: string | null, signal?: AbortSignal): Promise<void>;
  /** Asks the guest to shut down, once; the caller looks again and repeats, since a guest that is still booting loses it. */
  requestShutdown(machineId: string): Promise<void>;
  /** Pulls the plug. Stopped already is fine. */
  powerOff(machineId: string): Promise<void>;
  inspect(machineId: string): Promise<MachineReport>;
  /** All machines that exist here, with their power and trouble; the guests are not asked. */
  list(): Promise<Pick<MachineReport, 'machineId' | 'power' | 'trouble'>[]>;
  /** Files of acts that did not come to their end: theirs while they still run, nobody's once they died. */
  orphanedFiles(): Promise<OrphanedFile[]>;
  /** null while it does not run. */
  measure(machineId: string): Promise<MachineUsage | null>;
  /** Live events; returns the way to stop listening. */
  watch(listener: (event: MachineEvent) => void): () => void;
}

/**
 * Why an engine act failed. `retryable` false means that trying again can't help (an image that is not there).
 */
export class EngineError extends Error {
  readonly kind: 'absent' | 'image' | 'disk_full' | 'network' | 'host' | 'timeout' | 'guest' | 'unsupported';
  readonly retryable: boolean;

  constructor(kind: EngineError['kind'], message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'EngineError';
    this.kind = kind;
    this.retryable = options.retryable ?? true;
  }
}
