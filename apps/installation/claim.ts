/** Claims a home for one supervisor or one restore at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileLock, lockFile } from '@innkeeper/db/embedded/lock-file';
import { CommandError } from '../terminal/command-error.ts';
import type { Home } from './home.ts';
import { type RunningInstallation, readRunning } from './running.ts';

/** Time to wait for another command that holds the lock only for a moment. */
const CLAIM_MS = 1_000;
const POLL_MS = 50;

/**
 * Locks the home until the lock is released or this process ends.
 *
 * Throws a `CommandError`, and changes nothing, if another process holds the lock. The other process may be in another container, so its id may mean nothing here.
 */
export async function claimHome(home: Home): Promise<FileLock> {
  for (const deadline = Date.now() + CLAIM_MS; ; await sleep(POLL_MS)) {
    const lock = await lockFile(home.claimFile);
    const other = await readRunning(home);
    if (lock && (other === null || other.pid === process.pid)) return lock;
    lock?.release();
    refuseOtherSupervisor(other);
    if (Date.now() >= deadline)
      throw new CommandError(`Another process or container on this host runs the home ${home.path}. Nothing was changed.`);
  }
}

/** Throws a `CommandError` if Innkeeper is started or run by another process than this one. */
export function refuseOtherSupervisor(running: RunningInstallation | null): void {
  if (running !== null && running.pid !== process.pid)
    throw new CommandError(`Innkeeper is already starting or running (process ${running.pid}). Stop it with ./innkeeper down.`);
}

/** Runs `work` while this process holds the home. Throws a `CommandError` if another process holds it, also one that cannot be seen from here. */
export async function whileClaimed<T>(home: Home, work: () => Promise<T>): Promise<T> {
  const claim = await claimHome(home);
  try {
    return await work();
  } finally {
    claim.release();
  }
}

/** Throws a `CommandError` if another process holds the home. */
export async function refuseClaimed(home: Home): Promise<void> {
  await whileClaimed(home, () => Promise.resolve());
}
