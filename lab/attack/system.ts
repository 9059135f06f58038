/** Innkeeper as an operator starts it, in a home of its own: supervisor, API, worker and PostgreSQL, on the simulated engine. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { homeAt } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { commandFor } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import { findRunning } from '@innkeeper/db/embedded/running';

export type ProcessName = 'api' | 'worker';

export interface System {
  port: number;
  databaseUrl: string;
  /** Resident memory, bytes; of a process that is gone 0. */
  memory(name: ProcessName): number;
  pid(name: ProcessName): number | undefined;
  logs(): Logs;
  stop(): Promise<void>;
}

export interface Logs {
  bytes: number;
  /** Files that were pushed aside by a newer one. */
  old: number;
}

export async function startSystem(): Promise<System> {
  const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'innkeeper-attack-')));
  const home = homeAt(path.join(directory, 'home'));
  const innkeeper = commandFor(home.path);
  const port = await freePort();
  const stop = async (): Promise<void> => {
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
  const pid = (name: ProcessName) =>
    descendants(supervisor).find((id) => read(`/proc/${id}/cmdline`).includes(`build/${name}.mjs`));
  return {
    port,
    databaseUrl: database.url,
    pid,
    memory(name) {
      const id = pid(name);
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(id === undefined ? '' : read(`/proc/${id}/status`))?.[1] ?? 0) * 1024;
    },
    logs: () => logsIn(home.logs),
    stop,
  };
}

function logsIn(directory: string): Logs {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const bytes = names.reduce((sum, name) => sum + statSync(path.join(directory, name)).size, 0);
  return { bytes, old: names.filter((name) => /\.\d+$/.test(name)).length };
}

function descendants(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Empty when the process is gone. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
