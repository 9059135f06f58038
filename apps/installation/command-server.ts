/** Waits for the database server that a command of a stopped home started for its own work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findRunning } from '@innkeeper/db/embedded/running';
import { refuseOtherSupervisor } from './claim.ts';
import type { Home } from './home.ts';
import { readRunning } from './running.ts';

/** A listing takes a second. After this time the start of the server fails, and names the process that uses the database. */
const COMMAND_MS = 30_000;
const POLL_MS = 100;

/**
 * Waits until no command serves the embedded database, at most 30 s. Without this `status` in another terminal would let `up` fail.
 *
 * Throws a `CommandError` once another process starts or runs Innkeeper.
 */
export async function untilCommandsEnd(home: Home, timeoutMs = COMMAND_MS): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; findRunning(home.database) !== undefined; await sleep(POLL_MS)) {
    refuseOtherSupervisor(await readRunning(home));
    if (Date.now() >= deadline) return;
  }
}
