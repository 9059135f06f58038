/** The operations on a machine's disk: source, copying, rebuilding, growing. */
import type { DiskSource } from '../images/port.ts';
import type { Seed } from './guest-port.ts';

/** Disk throughput limits for reads and writes together. */
export interface MachineLimits {
  iops?: number;
  bytesPerSecond?: number;
}

export interface DiskCopy {
  /** True if the guest's file systems were frozen for the copy. Otherwise the copy is crash-consistent. */
  frozen: boolean;
  /** Size of the disk in GiB. A disk restored from the copy must be at least this large. */
  virtualGb: number;
  /** Size of the file in bytes. */
  bytes: number;
  /** SHA-256 of the file, in hex. */
  sha256: string;
}

/** Receives a progress from 0 to 100, which never decreases. */
export type OnPercent = (percent: number) => void;

export interface DiskPort {
  /**
   * Copies the disk at one point in time into a standalone compressed qcow2 file, whether the machine runs or not. `to` is an absolute path
   * whose directory is created. The file appears once it is complete and verified. An unfinished copy of a dead caller is discarded.
   */
  copyDisk(machineId: string, target: { to: string }, onProgress?: OnPercent): Promise<DiskCopy>;
  /** Aborts a running copy to `to` and deletes the file, complete or not. Does nothing if the file or machine does not exist. */
  dropCopy(machineId: string, target: { to: string }): Promise<void>;
  /**
   * Replaces the disk of a stopped machine. Its content is lost. After a crash either the old or the new disk remains. A second call
   * creates a new disk again. The seed applies to the new disk.
   */
  rebuild(machineId: string, order: { source: DiskSource; diskGb: number; seed: Seed }): Promise<void>;
  /** Changes the size of a stopped machine. Throws `EngineError('unsupported')` if the disk would shrink. */
  reshape(machineId: string, size: { vcpus: number; memoryMb: number; diskGb: number; limits: MachineLimits }): Promise<void>;
}
