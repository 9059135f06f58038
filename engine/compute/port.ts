/**
 * The port to a hypervisor. Every act is idempotent and names its machine by `machineId`, so that a replay
 * after a crash is harmless. A driver that lacks a feature says so in `capabilities`; it never pretends.
 *
 * Drivers store on disk what they need to find their machines again: after a restart of Innkeeper, `open()` adopts
 * machines that kept running.
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
  /** Whether a guest agent is supported (boot id, password, freeze). */
  guestAgent: boolean;
  /** Whether CPU and memory of a guest's process are limited on the host, and why (not): for the operator. */
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
 * - `stopped`: it exists, and was shut down by the guest or by us.
 * - `crashed`: it exists, and its process died without a shutdown.
 * - `interrupted`: it exists, and ran when its host went down.
 * - `absent`: it does not exist on this node.
 */
export type MachinePower = 'running' | 'stopped' | 'crashed' | 'interrupted' | 'absent';

export interface MachineReport {
  machineId: string;
  power: MachinePower;
  /**
   * Changes with every boot of the guest (its kernel's boot id where the agent answers), null while it is
   * unknown. A reboot names the boot it wants to end, so that a replay does not reboot twice.
   */
  bootId: string | null;
  /** Whether the guest has finished booting: the agent answers, or its SSH port does. */
  up: boolean;
  /**
   * Set while a running guest is paused because the host's disk is full. It resumes once there is space
   * again, or with `start`; it is paused again at once while there is none.
   */
  trouble?: 'disk_full';
}

/**
 * Resource usage of a running machine, for live status and metering. Counters start at 0 with each process, those of the
 * network with the network device, which may outlive processes; so a reader adds up differences and treats a counter that fell
 * as restarted.
 */
export interface MachineUsage {
  /** CPU time of all vCPUs, in seconds. */
  cpuSeconds: number;
  /** Disk usage in bytes: of the guest's root file system where its agent reports it, else of the disk file on the host. */
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

/** A change of a machine's state, ordered by us or not; reported at least once. */
export interface MachineEvent {
  machineId: string;
  /** `stalled`: paused for want of disk space, as in `trouble`; `resumed`: running again. */
  kind: 'started' | 'stopped' | 'crashed' | 'rebooted' | 'stalled' | 'resumed';
  at: Date;
}

export interface ComputePort extends DiskPort, DevicePort {
  readonly name: string;
  readonly capabilities: ComputeCapabilities;
  readonly guest: GuestPort;
  /** Adopts running machines and starts watching them. */
  open(): Promise<void>;
  /** Stops watching; machines keep running. */
  close(): Promise<void>;
  /** Creates disk and seed; replaces an incomplete machine; keeps a complete one. Does not start it. */
  create(spec: MachineSpec): Promise<void>;
  /** Powers it off, and removes everything of it. Absent is fine. */
  destroy(machineId: string): Promise<void>;
  /** Running already is fine; a stalled one resumes. Fails with `EngineError('absent')` when it was never created. */
  start(machineId: string): Promise<void>;
  /**
   * Asks the guest to reboot (and resets it when it does not react within the grace period), unless its boot id is no longer
   * `bootId`. When the boot device has changed since it was started, it is shut down and started again. Once
   * `signal` is aborted, nothing more is done to the guest, and the call fails with the signal's reason.
   */
  reboot(machineId: string, bootId: string | null, signal?: AbortSignal): Promise<void>;
  /** Asks the guest to shut down, once; the caller polls and repeats it, since a booting guest ignores the request. */
  requestShutdown(machineId: string): Promise<void>;
  /** Powers off without a shutdown. Stopped already is fine. */
  powerOff(machineId: string): Promise<void>;
  inspect(machineId: string): Promise<MachineReport>;
  /** All machines of this node, with power and trouble; the guests are not asked. */
  list(): Promise<Pick<MachineReport, 'machineId' | 'power' | 'trouble'>[]>;
  /** Files of unfinished acts: in use while the act still runs, orphaned once it has died. */
  orphanedFiles(): Promise<OrphanedFile[]>;
  /**
   * Null while it does not run. `diskMaxAgeMs`: how old `diskBytes` may be where the guest has to be asked for it, unless it has written
   * much since; 0 unless given.
   */
  measure(machineId: string, options?: { diskMaxAgeMs?: number }): Promise<MachineUsage | null>;
  /** Subscribes to events; returns the function to unsubscribe. */
  watch(listener: (event: MachineEvent) => void): () => void;
}

/**
 * Why an engine act failed. `retryable` false: a retry cannot help (a missing image).
 */
export class EngineError extends Error {
  readonly kind: 'absent' | 'image' | 'disk_full' | 'network' | 'host' | 'timeout' | 'guest' | 'unsupported';
  readonly retryable: boolean;
  /** A stable word for programs, where the kind is too coarse. */
  readonly code: EngineErrorCode | undefined;

  constructor(
    kind: EngineError['kind'],
    message: string,
    options: { retryable?: boolean; cause?: unknown; code?: EngineErrorCode | undefined } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'EngineError';
    this.kind = kind;
    this.retryable = options.retryable ?? true;
    this.code = options.code;
  }
}

/** Why an image could not be built: packages that a mirror does not give, or gives too slowly, or anything else. */
export type EngineErrorCode = 'packages_unavailable' | 'mirror_too_slow' | 'image_build_failed';
