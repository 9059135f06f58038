/** Finds the server that runs on a data directory, for commands next to a running system and to refuse a second start. */
import fs from 'node:fs';
import path from 'node:path';
import { processStart } from '@innkeeper/model/installation/process-stat';

export interface Running {
  url: string;
  pid: number;
  /** Process that started the server. The server ends with this process. */
  owner: { pid: number; started: string };
}

/** Maps `HOME/postgres` to `HOME/postgres.json`. */
const noteOf = (dataDir: string): string => `${path.resolve(dataDir)}.json`;

/** Writes the note about the running server. Its owner is this process. */
export function writeRunning(dataDir: string, running: Omit<Running, 'owner'>): void {
  const owner = { pid: process.pid, started: startOf(process.pid) ?? '' };
  const file = noteOf(dataDir);
  const unfinished = `${file}.${process.pid}`;
  fs.writeFileSync(unfinished, `${JSON.stringify({ ...running, owner })}\n`, { mode: 0o600 });
  fs.renameSync(unfinished, file);
}

/** Deletes the note about the running server. */
export function clearRunning(dataDir: string): void {
  fs.rmSync(noteOf(dataDir), { force: true });
}

/** Returns the usable server that runs on this directory, or `undefined`. Ignores files left by crashes and reboots. */
export function findRunning(dataDir: string): Running | undefined {
  const note = readNote(dataDir);
  if (!note || postmasterOf(dataDir) !== note.pid || startOf(note.owner.pid) !== note.owner.started) return undefined;
  return note;
}

function readNote(dataDir: string): Running | undefined {
  try {
    return JSON.parse(fs.readFileSync(noteOf(dataDir), 'utf8')) as Running;
  } catch {
    return undefined;
  }
}

/**
 * Returns the process id of the PostgreSQL that runs on this directory. The pid file alone proves nothing, because after a reboot the
 * number may belong to any process. The function therefore checks that the working directory of the process is the data directory.
 */
export function postmasterOf(dataDir: string): number | undefined {
  const pid = pidIn(dataDir);
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(dataDir) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the server on this directory accepts connections. */
export function isReady(dataDir: string): boolean {
  return pidFile(dataDir)[7]?.trim() === 'ready';
}

/**
 * Deletes a pid file whose number now belongs to another program. PostgreSQL would mistake that program for a running server and refuse to
 * start. A pid file of a dead process is kept, because PostgreSQL uses it to check for remaining children.
 *
 * Must be called under the lock of the data directory. In another mount namespace a running server also looks like another program.
 */
export function dropStalePidFile(dataDir: string): void {
  const pid = pidIn(dataDir);
  const othersProcess = pid !== undefined && postmasterOf(dataDir) === undefined && startOf(pid) !== null;
  if (othersProcess) fs.rmSync(path.join(dataDir, 'postmaster.pid'), { force: true });
}

function pidIn(dataDir: string): number | undefined {
  const pid = Number.parseInt(pidFile(dataDir)[0] ?? '', 10);
  return pid > 0 ? pid : undefined;
}

/** Returns the lines: pid, data directory, start time, port, socket directory, address, shared memory key, state. */
function pidFile(dataDir: string): string[] {
  try {
    return fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

function startOf(pid: number): string | null {
  try {
    return processStart(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return null;
  }
}
