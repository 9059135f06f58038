/** Where the PostgreSQL of a test run keeps its data: in memory, where there is room. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Enough for the databases that are open at a time, 10 MB each, and the log of 256 MB. */
const ROOM_BYTES = 2 * 1024 ** 3;
const MEMORY = '/dev/shm';

/** Each database is some 350 files that are made and removed, which takes the file system of a disk long. */
export function quickDirectory(): string {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    fs.accessSync(MEMORY, fs.constants.W_OK);
    if (bavail * bsize >= ROOM_BYTES) return MEMORY;
  } catch {
    // Not on this system.
  }
  return os.tmpdir();
}

/** Makes a home of this process in `directory`, and removes those of processes that were killed: they would fill the memory. */
export function makeServerHome(directory: string): string {
  for (const name of fs.readdirSync(directory)) {
    const pid = /^innkeeper-test-(\d+)-/.exec(name)?.[1];
    if (pid && !fs.existsSync(`/proc/${pid}`)) fs.rmSync(path.join(directory, name), { recursive: true, force: true });
  }
  return fs.mkdtempSync(path.join(directory, `innkeeper-test-${process.pid}-`));
}
