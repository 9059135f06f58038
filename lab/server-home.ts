/** Location of the test server's PostgreSQL data: in memory, if there is room. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Enough for the simultaneously open databases, 10 MB each, and the log of 256 MB. */
const ROOM_BYTES = 2 * 1024 ** 3;
const MEMORY = '/dev/shm';

/**
 * Returns a directory in memory if it has room. Each database consists of about 350 files, which a disk's file system creates and removes
 * slowly.
 */
export function quickDirectory(): string {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    fs.accessSync(MEMORY, fs.constants.W_OK);
    if (bavail * bsize >= ROOM_BYTES) return MEMORY;
  } catch {
    // The directory does not exist on this system.
  }
  return os.tmpdir();
}

/** Makes a home of this process in `directory`, and removes those of killed processes, which would fill the memory. */
export function makeServerHome(directory: string): string {
  for (const name of fs.readdirSync(directory)) {
    const pid = /^innkeeper-test-(\d+)-/.exec(name)?.[1];
    if (pid && !fs.existsSync(`/proc/${pid}`)) fs.rmSync(path.join(directory, name), { recursive: true, force: true });
  }
  return fs.mkdtempSync(path.join(directory, `innkeeper-test-${process.pid}-`));
}
