/** Innkeeper as an operator starts it, in its own home: supervisor, API, worker and PostgreSQL, on the simulated engine. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { homeAt } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { commandFor, startPipe } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import { findRunning } from '@innkeeper/db/embedded/running';
import { MAX_MAIL_BYTES } from '@innkeeper/model/mail-in/mail';
import { openMailPipe } from '../mail-pipe.ts';

export type ProcessName = 'api' | 'worker';

export interface System {
  port: number;
  /** Port of a mail server that pipes each mail to `./innkeeper mail receive`. */
  mailPort: number;
  databaseUrl: string;
  /** Returns resident memory in bytes, or 0 if the process has ended. */
  memory(name: ProcessName): number;
  pid(name: ProcessName): number | undefined;
  /** Returns the CPU time since the processes began, in milliseconds of one core. */
  cpu(): Cpu;
  logs(): Logs;
  stop(): Promise<void>;
}

export interface Cpu {
  api: number;
  database: number;
  /** Processor time of all processes on the machine. */
  machine: number;
}

export interface Logs {
  bytes: number;
  /** Number of rotated files. */
  old: number;
}

export async function startSystem(): Promise<System> {
  const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'innkeeper-attack-')));
  const home = homeAt(path.join(directory, 'home'));
  const innkeeper = commandFor(home.path);
  const port = await freePort();
  const mail = await openMailPipe((recipient) => startPipe(home.path, ['mail', 'receive', '--recipient', recipient]), {
    maxBytes: MAX_MAIL_BYTES,
  });
  const stop = async (): Promise<void> => {
    await mail.close();
    await innkeeper('down', '--guests');
    rmSync(directory, { recursive: true, force: true });
  };
  const up = await innkeeper('up', '--engine', 'simulated', '--port', String(port), '--detach');
  const supervisor = (await readRunning(home))?.pid;
  const database = findRunning(home.database);
  if (up.code !== 0 || supervisor === undefined || database === undefined) {
    await stop();
    throw new Error(`Innkeeper did not start: ${up.stderr}`);
  }
  await innkeeper('inbox', 'set', '--address', 'support@shop.example');
  const pid = (name: ProcessName) =>
    descendants(supervisor).find((id) => read(`/proc/${id}/cmdline`).includes(`build/${name}.mjs`));
  return {
    port,
    mailPort: mail.port,
    databaseUrl: database.url,
    pid,
    memory(name) {
      const id = pid(name);
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(id === undefined ? '' : read(`/proc/${id}/status`))?.[1] ?? 0) * 1024;
    },
    cpu: () => ({ api: cpuOf(pid('api')), database: cpuOf(database.pid), machine: cpuOfMachine() }),
    logs: () => logsIn(home.logs),
    stop,
  };
}

function logsIn(directory: string): Logs {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const bytes = names.reduce((sum, name) => sum + statSync(path.join(directory, name)).size, 0);
  return { bytes, old: names.filter((name) => /\.\d+$/.test(name)).length };
}

/** Length in milliseconds of a tick of the kernel's CPU accounting. There are 100 ticks per second. */
const TICK_MS = 10;

/** Returns the CPU time of a process, its children, and ended children. */
function cpuOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
  return childrenOf(pid).reduce((sum, child) => sum + cpuOf(child), own);
}

function cpuOfMachine(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    read('/proc/stat').split('\n')[0]?.split(/\s+/).slice(1).map(Number) ?? [];
  return (user + nice + system + irq + softirq) * TICK_MS;
}

function descendants(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendants(child)]);
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
}

/** Reads a file, or returns an empty string if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
