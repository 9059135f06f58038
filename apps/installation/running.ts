/**
 * Records the process that runs an installation, in a file with its id and its start. Another process may have the same id later, but not the
 * same id and start.
 */
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { isNodeError, writeAtomic } from '@innkeeper/engine/atomic';
import { processStart as startInTicks } from '@innkeeper/model/installation/process-stat';
import type { EngineKind, Home } from './home.ts';

export interface RunningInstallation {
  pid: number;
  /** `processStart(pid)` at the time of writing. */
  started: string;
  /** State. `starting` until the API answers and the worker works. */
  state: 'starting' | 'ready';
  /** Names of the processes that exited and are being restarted. Missing in files of earlier versions. */
  restarting?: readonly string[];
  /** True while an upgrade copies or changes the database, so that other commands must not use it. Missing in files of earlier versions. */
  upgrading?: boolean;
  /** `http://127.0.0.1:7080`, without `/v1`. Empty on a further node, which has no API. */
  url: string;
  /** Name of the further node whose worker runs. Missing on the first host. */
  node?: string;
  engine: EngineKind;
  /** Node.js that runs the supervisor, as text for a person (`describeRuntime`). Missing in files of earlier versions. */
  runtime?: string;
  /** True for a home with the demo account, see links.ts. Missing in files of earlier versions. */
  hasDemoAccount?: boolean;
  /** Certificate that a client on this machine must trust, or `null` if Innkeeper did not make one. */
  certificate: string | null;
  /** Accelerator, such as `qemu with tcg`, and the reason for it. */
  accelerator: { name: string; why: string } | null;
}

/** Returns an identifier of a process that no other process of this machine ever has. Returns `null` if the process does not exist. */
export function processStart(pid: number): string | null {
  try {
    const start = startInTicks(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (start === null) return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${start}`;
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ESRCH')) return null;
    throw error;
  }
}

export async function writeRunning(home: Home, running: RunningInstallation): Promise<void> {
  await writeAtomic(home.runningFile, `${JSON.stringify(running, null, 2)}\n`, { durable: false });
}

/** Returns the process that runs the installation. Returns `null` if there is none, or if the file is of a dead process. */
export async function readRunning(home: Home): Promise<RunningInstallation | null> {
  let running: RunningInstallation;
  try {
    running = JSON.parse(await readFile(home.runningFile, 'utf8')) as RunningInstallation;
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
  return processStart(running.pid) === running.started ? running : null;
}

/** Removes the file of this process or of a dead one, never that of another live process. */
export async function removeRunning(home: Home): Promise<void> {
  const running = await readRunning(home);
  if (running === null || running.pid === process.pid) await rm(home.runningFile, { force: true });
}
