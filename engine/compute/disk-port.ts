/** A machine's disk: its source, copying, rebuilding, growing. */
import type { Seed } from './guest-port.ts';

/** An image as a file of the node. */
export interface ImageFile {
  key: string;
  /** A qcow2 or raw file that is never modified. It may be deleted or replaced: machines keep the one they were created from. */
  path: string;
  format: 'qcow2' | 'raw';
}

/** What a new disk holds. */
export type DiskSource =
  | { from: 'image'; image: ImageFile }
  /** A complete copy (`copyDisk`). With `sha256` it is verified first. The file may be deleted afterwards. */
  | { from: 'copy'; path: string; format: 'qcow2'; sha256?: string }
  /** An empty disk, for installing from an ISO. */
  | { from: 'blank' };

/** Disk throughput limits, reads and writes together; absent: unlimited. */
export interface MachineLimits {
  iops?: number;
  bytesPerSecond?: number;
}

export interface DiskCopy {
  /** Whether the guest's file systems were frozen for the copy; else it is crash-consistent. */
  frozen: boolean;
  /** Size of the disk in GiB: a disk restored from the copy cannot be smaller. */
  virtualGb: number;
  /** Size of the file. */
  bytes: number;
  /** Checksum of the file, hexadecimal. */
  sha256: string;
}

/** 0 to 100, never decreasing. */
export type OnPercent = (percent: number) => void;

export interface DiskPort {
  /**
   * Copies the disk at one point in time, whether the machine runs or not, into a standalone compressed qcow2 at `to` (an
   * absolute path; its directory is created). The file appears once it is complete and verified. An unfinished copy of a
   * dead caller is discarded.
   */
  copyDisk(machineId: string, target: { to: string }, onProgress?: OnPercent): Promise<DiskCopy>;
  /** Aborts a running copy to `to`, and deletes the file, complete or not. Absent is fine, also for the machine. */
  dropCopy(machineId: string, target: { to: string }): Promise<void>;
  /**
   * Stopped machines only: replaces the disk, whose content is lost. A crash half way leaves either the old or the
   * new disk; a second call creates a new disk again. The seed applies to the new disk.
   */
  rebuild(machineId: string, order: { source: DiskSource; diskGb: number; seed: Seed }): Promise<void>;
  /** Stopped machines only. A disk cannot shrink: a smaller size fails with `EngineError('unsupported')`. */
  reshape(machineId: string, size: { vcpus: number; memoryMb: number; diskGb: number; limits: MachineLimits }): Promise<void>;
}
