/**
 * Locks files for the life of a process.
 *
 * The kernel frees a lock when the last process that holds it ends, also after kill -9. Unlike process ids and paths, the lock is the same
 * in every mount, PID and IPC namespace of the host.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { text } from 'node:stream/consumers';
import { EmbeddedError } from './error.ts';
import { serverEnv } from './user.ts';

export interface FileLock {
  /** Open lock file. A process that inherits it holds the lock too. */
  readonly fd: number;
  /** Closes the file. Processes that have inherited it keep the lock. */
  release(): void;
}

/** Descriptor of the lock in the program `flock`. */
const FLOCK_FD = 3;
/** Exit code of `flock` if another process holds the lock. */
const TAKEN = 1;

/** Locks a file and creates it if missing. Returns `undefined` if another process holds the lock. */
export async function lockFile(file: string): Promise<FileLock | undefined> {
  // Node opens files with close-on-exec, so that only processes that are given the descriptor hold the lock.
  const fd = openToLock(file);
  let isHeld = false;
  try {
    const code = await flock(fd);
    isHeld = code === 0;
    return isHeld ? { fd, release: () => fs.closeSync(fd) } : undefined;
  } finally {
    if (!isHeld) fs.closeSync(fd);
  }
}

function openToLock(file: string): number {
  try {
    return fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw cause;
    throw new EmbeddedError(`${file} cannot be written. Run as the user of the installation.`, { cause });
  }
}

/** Locks an open file. The lock belongs to the open file, which `flock` shares with this process and outlives there. */
async function flock(fd: number): Promise<number> {
  const child = spawn('flock', ['--nonblock', String(FLOCK_FD)], {
    cwd: '/',
    env: serverEnv,
    stdio: ['ignore', 'ignore', 'pipe', fd],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [errors, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', ended]).catch((cause: unknown) => {
    throw new EmbeddedError('The program flock cannot be started. Install the package util-linux.', { cause });
  });
  if (code !== 0 && code !== TAKEN) throw new EmbeddedError(`flock failed: ${errors.trim() || `exit code ${code}`}`);
  return code;
}
