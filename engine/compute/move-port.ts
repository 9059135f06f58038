/**
 * Moves a running machine with its disk to another node, between whose engines the caller carries two streams: disk and memory.
 *
 * The caller's row decides which node may run the machine. While the row names the source, the destination never runs it, because only
 * `take` starts it there. After the commit of the row the source never
 * runs it again, because only `abandon` resumes it.
 *
 *     source                                  destination
 *     offer                                   receive, connect disk
 *     sendDisk: the guest runs on             connect memory
 *     sendMemory: pause, hold, commit         take
 *     destroy
 */
import type { Duplex } from 'node:stream';
import type { OnPercent } from './disk-port.ts';
import type { MachineSpec } from './machine-spec.ts';

/** Properties of a running machine, to which the destination must conform. */
export interface MoveOffer {
  /** Machine type with its version, such as `pc-i440fx-10.0`. */
  machineType: string;
  /** Digest of accelerator and CPU of the machine, with TCG also of QEMU's version. A machine moves only to an equal one. */
  cpuDigest: string;
  diskBytes: number;
  seedBytes: number;
  /** True if the machine has a port for its ready line. Machines that an earlier release started have none. */
  readyPort: boolean;
  /** True if the machine has a network card. */
  networkCard: boolean;
  linkUp: boolean;
}

export type MoveStream = 'disk' | 'memory';

/** State that reaches the destination neither by disk nor by memory. */
export interface MovedState {
  /** Boot id of the guest's ready line, or `null` if it has written none. */
  bootId: string | null;
}

export interface DiskTransfer {
  /** Connection to the disk stream of the destination. Closed when the transfer fails or is abandoned. */
  stream: Duplex;
  onProgress?: OnPercent;
  signal?: AbortSignal;
}

export interface MemoryTransfer {
  /** Connection to the memory stream of the destination. Closed at the end. */
  stream: Duplex;
  /** Makes the source's network stop answering for the machine. Called once while the guest is paused. It counts against the pause. */
  hold: () => Promise<void>;
  /** Changes the row. Called once the destination has everything. The guest runs nowhere meanwhile. */
  commit: (moved: MovedState) => Promise<void>;
}

export interface MovePort {
  /**
   * Reads the properties of a machine that is to move. Throws `guest` unless it runs. Throws `unsupported` in rescue mode,
   * with an ISO in a drive, or if a release that kept no digest of its CPU has started it.
   */
  offer(machineId: string): Promise<MoveOffer>;
  /**
   * Prepares the destination: an empty disk, the seed, and a machine that waits for both streams. The machine is `absent` until `take`. A
   * second call replaces what it finds. Throws `guest` if the machine is already on this node, and `unsupported` if this node
   * cannot provide what is offered. After a failure nothing is left.
   */
  receive(spec: MachineSpec, offer: MoveOffer): Promise<void>;
  /** Connects to a stream of a receiving machine, once each. Throws `guest` unless this process has received the machine. */
  connect(machineId: string, stream: MoveStream): Promise<Duplex>;
  /**
   * Copies the disk while the guest runs, without its throughput limits, and returns when both disks are equal. Each later write of the
   * guest waits for the destination, until `sendMemory` or `abandon`. The stream is closed if no byte comes back for 5 s after one
   * was sent, because writes wait meanwhile. Throws `disk_full` if the destination's disk is full, `guest` if the guest shuts down. After a
   * failure the guest runs on as before.
   */
  sendDisk(machineId: string, transfer: DiskTransfer): Promise<void>;
  /**
   * Moves the memory within 10 minutes, then pauses the guest for at most 5 s, and calls `hold` and `commit`. Call it once after `sendDisk`
   * in the same process. If it fails before `commit` is called, the guest runs on and the caller ends the hold. If `commit` fails, the
   * guest stays paused: the caller reads the row, and then calls `abandon` on the source or `take` on the destination.
   */
  sendMemory(machineId: string, transfer: MemoryTransfer): Promise<void>;
  /**
   * Starts the received guest, after the row names this node. Idempotent: does nothing if the machine was taken. If its process has died
   * meanwhile, the machine becomes `crashed` or `interrupted`, because its disk is whole. Throws `absent` if nothing was received, and
   * `guest` if the memory is not complete.
   */
  take(machineId: string, moved: MovedState): Promise<void>;
  /**
   * Ends a move on either node, whatever its state. The destination removes a machine that was not taken. The source ends the transfer,
   * restores the limits and resumes the guest, unless `moved` says that the row names the destination. Idempotent.
   */
  abandon(machineId: string, options?: { moved?: boolean }): Promise<void>;
}

/** Time in milliseconds within which an answer comes on a disk stream after a byte was sent. The guest's writes wait meanwhile. */
export const DISK_SILENCE_MS = 5_000;
/** Time in milliseconds from the pause of the guest until the destination has everything. */
export const PAUSE_MS = 5_000;
/** Time in milliseconds for the memory, while the guest runs. */
export const MEMORY_MS = 600_000;
