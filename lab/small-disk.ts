/** A small file system in memory, which tests fill up. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Reason for a test to be skipped, or `null` if this process may mount file systems. */
export const cannotMount = process.getuid?.() === 0 ? null : 'only root mounts a small file system';

export interface SmallDisk {
  directory: string;
  freeBytes(): number;
  /** Writes a file until no byte is free. Can be repeated, after some space was freed. */
  fill(): void;
  /** Removes the file of `fill`. */
  free(): void;
  /** Changes the size, in MiB. */
  resize(mebibytes: number): void;
  close(): void;
}

const BLOCK = Buffer.alloc(1024 * 1024, 1);

/** Mounts a file system of this many MiB. Throws if that is not allowed. */
export function mountSmallDisk(mebibytes: number): SmallDisk {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-small-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', directory]);
  const filler = path.join(directory, 'filler');
  return {
    directory,
    freeBytes() {
      const { bavail, bsize } = statfsSync(directory);
      return bavail * bsize;
    },
    fill() {
      try {
        for (;;) writeFileSync(filler, BLOCK, { flag: 'a' });
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    resize: (size) => void execFileSync('mount', ['-o', `remount,size=${size}m`, directory]),
    close() {
      // Lazily, since a process that is ending may still have a file open.
      execFileSync('umount', ['--lazy', directory]);
      rmdirSync(directory);
    },
  };
}
