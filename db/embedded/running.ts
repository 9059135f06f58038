/** Who runs on a data directory now: for commands beside a running system, and against a second start. */
import fs from 'node:fs';
import path from 'node:path';
import { processStart } from '@innkeeper/model/process-stat';

export interface Running {
  url: string;
  pid: number;
  /** The process that started it and with which it ends. */
  owner: { pid: number; started: string };
}

/** `HOME/postgres` -> `HOME/postgres.json`. */
const noteOf = (dataDir: string): string => `${path.resolve(dataDir)}.json`;

export function writeRunning(dataDir: string, running: Omit<Running, 'owner'>): void {
  const owner = { pid: process.pid, started: startOf(process.pid) ?? '' };
  const file = noteOf(dataDir);
  const unfinished = `${file}.${process.pid}`;
  fs.writeFileSync(unfinished, `${JSON.stringify({ ...running, owner })}\n`, { mode: 0o600 });
  fs.renameSync(unfinished, file);
}

export function clearRunning(dataDir: string): void {
  fs.rmSync(noteOf(dataDir), { force: true });
}

/** The server that runs on this directory and can be used, or undefined. Left-overs of crashes and reboots don't count. */
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
 * The process id of a PostgreSQL that is alive on this directory. Its pid file alone proves nothing: after a reboot the
 * number may be anybody's. PostgreSQL's working directory is its data directory, so that is asked for.
 */
export function postmasterOf(dataDir: string): number | undefined {
  const pid = pidIn(dataDir);
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(dataDir) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the server on this directory accepts connections. */
export function isReady(dataDir: string): boolean {
  return pidFile(dataDir)[7]?.trim() === 'ready';
}

/**
 * Takes away a pid file whose number belongs to another program by now: PostgreSQL would take that for itself and refuse.
 * One whose process is gone is left to PostgreSQL, which reads from it whether children of the dead one still run.
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

/** Lines: pid, data directory, start time, port, socket directory, address, shared memory key, state. */
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
