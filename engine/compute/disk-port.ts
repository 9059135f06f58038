/** A machine's disk: what it is made of, how it is copied, replaced, enlarged. */
import type { Seed } from './guest-port.ts';

/** An image as the driver needs it: a file of the node. */
export interface ImageFile {
  key: string;
  /** A qcow2 or raw file that is never written again. It may be removed or replaced: machines keep what they were made of. */
  path: string;
  format: 'qcow2' | 'raw';
}

/** What a new disk holds. */
export type DiskSource =
  | { from: 'image'; image: ImageFile }
  /** A finished copy (`copyDisk`). With `sha256` it is read and compared first. It may be removed afterwards. */
  | { from: 'copy'; path: string; format: 'qcow2'; sha256?: string }
  /** Nothing: for installing from an ISO. */
  | { from: 'blank' };

/** What a machine may use of its host's disk; absent: as much as there is. Reads and writes together. */
export interface MachineLimits {
  iops?: number;
  bytesPerSecond?: number;
}

export interface DiskCopy {
  /** Whether the guest's file systems stood still at the moment of the copy; else it is as after a power cut. */
  frozen: boolean;
  /** The size of a disk made of it, GiB: no smaller one can hold it. */
  virtualGb: number;
  /** Of the file. */
  bytes: number;
  /** Of the file, hexadecimal. */
  sha256: string;
}

/** 0 to 100, never falling. */
export type OnPercent = (percent: number) => void;

export interface DiskPort {
  /**
   * Copies the disk as it is at one moment, while the machine runs or off, into a compressed qcow2 of its own at `to` (an
   * absolute path; its directory is made). The file is there once it is whole, and was read back. A copy that an earlier,
   * dead caller began is thrown away.
   */
  copyDisk(machineId: string, target: { to: string }, onProgress?: OnPercent): Promise<DiskCopy>;
  /** Ends a copy to `to` that is under way, and takes away what there is of it, finished or not. Absent is fine, also the machine. */
  dropCopy(machineId: string, target: { to: string }): Promise<void>;
  /**
   * Off only: a new disk in place of the old one, whose content is lost. A crash in the midst leaves either the old or the
   * new one; done twice, the disk is new again. The seed applies to the new disk.
   */
  rebuild(machineId: string, order: { source: DiskSource; diskGb: number; seed: Seed }): Promise<void>;
  /** Off only. A disk only grows: a smaller one fails with `EngineError('unsupported')`. */
  reshape(machineId: string, size: { vcpus: number; memoryMb: number; diskGb: number; limits: MachineLimits }): Promise<void>;
}
