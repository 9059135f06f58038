/**
 * Finds the processes that use a data directory: the server, or the `initdb` that creates the directory.
 *
 * The pid file is not enough before a directory is deleted. `initdb` has none, and a server has none in its first moments. Both inherit the
 * open directory (`DATA_FD`), and so do all their children.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './error.ts';
import { findRunning } from './running.ts';

const POLL_MS = 50;
/** An orphaned server shuts down in less than a second. Its checkpoint takes longer on a slow disk. */
const END_MS = 60_000;

/** Returns the directory in which `initdb` works, until the complete database gets its name. */
export const unfinishedOf = (dataDir: string): string => `${dataDir}.new`;

/** Returns the ids of the processes that use this data directory, also while it is being created. */
export function holdersOf(dataDir: string): number[] {
  const parent = realPathOf(path.dirname(path.resolve(dataDir)));
  const final = path.join(parent, path.basename(dataDir));
  const directories = new Set([final, unfinishedOf(final)]);
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => pid !== process.pid && openPathsOf(pid).some((file) => directories.has(file)));
}

/**
 * Waits until no process uses a data directory whose owner was killed. Must be called before a second start, and before the directory is
 * deleted.
 *
 * Throws an `EmbeddedError` if the owner still runs, or if a process does not end within `timeoutMs` milliseconds.
 */
export async function waitForHolders(dataDir: string, timeoutMs = END_MS): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(POLL_MS)) {
    const [pid] = holdersOf(dataDir);
    if (pid === undefined) return;
    const running = findRunning(dataDir);
    if (running) throw new EmbeddedError(`The database in ${dataDir} is in use already: process ${running.owner.pid} runs it.`);
    if (Date.now() >= deadline)
      throw new EmbeddedError(
        `Process ${pid} of a killed command still uses ${dataDir}. End it with kill ${pid}, and repeat the command.`,
      );
  }
}

function realPathOf(directory: string): string {
  return fs.existsSync(directory) ? fs.realpathSync(directory) : directory;
}

/** Returns the paths that a process has open. Returns an empty list for a process that has ended or belongs to another user. */
function openPathsOf(pid: number): string[] {
  const directory = `/proc/${pid}/fd`;
  return tryTo(() => fs.readdirSync(directory), []).map((fd) => tryTo(() => fs.readlinkSync(path.join(directory, fd)), ''));
}

const UNREADABLE = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM']);

function tryTo<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNREADABLE.has(String(error.code))) return otherwise;
    throw error;
  }
}
