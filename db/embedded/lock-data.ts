/** Locks a data directory for the server that runs on it, or for a process that copies or replaces it. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './error.ts';
import { waitForHolders } from './holders.ts';
import { type FileLock, lockFile } from './lock-file.ts';

/** Time to wait for a lock whose holder cannot be seen from here, such as the server of a killed supervisor in another container. */
const LOCK_MS = 5_000;
const POLL_MS = 100;

/**
 * Locks the data directory. Waits until a server whose parent was killed has ended.
 *
 * Throws an `EmbeddedError`, and changes nothing, if another process or container uses the data.
 */
export async function lockData(dataDir: string, timeoutMs = LOCK_MS): Promise<FileLock> {
  fs.mkdirSync(path.dirname(dataDir), { recursive: true });
  for (const deadline = Date.now() + timeoutMs; ; await sleep(POLL_MS)) {
    await waitForHolders(dataDir);
    const lock = await lockFile(`${dataDir}.lock`);
    if (lock) return lock;
    if (Date.now() >= deadline)
      throw new EmbeddedError(
        `The database in ${dataDir} is in use: another process or container on this host runs this home. Nothing was changed.`,
      );
  }
}
