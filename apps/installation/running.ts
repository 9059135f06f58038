/**
 * Records the process that runs an installation, in a file with its id and its start. Another process may have the same id later, but not the
 * same id and start.
 */
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { isNodeError, writeAtomic } from '@innkeeper/engine/atomic';
import { processStart as startInTicks } from '@innkeeper/model/process-stat';
import type { EngineKind, Home } from './home.ts';

export interface Running {
  pid: number;
  /** `processStart(pid)` of when it was written. */
  started: string;
  /** `starting` until the API answers and the worker works. */
  state: 'starting' | 'ready';
  /** `http://127.0.0.1:7080`, without `/v1`. */
  url: string;
  engine: EngineKind;
  /** Node.js that runs the supervisor, for a person (`describeRuntime`). Missing in files of earlier versions. */
  runtime?: string;
  /** True for a home with the demo account, see links.ts. Missing in files of earlier versions. */
  hasDemoAccount?: boolean;
  /** The certificate that a client of this machine must trust, when Innkeeper made it itself. */
  certificate: string | null;
  /** `qemu with tcg`, and why. */
  accelerator: { name: string; why: string } | null;
}

/** A word that no other process of this machine ever has, or null when there is no such process. */
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

export async function writeRunning(home: Home, running: Running): Promise<void> {
  await writeAtomic(home.running, `${JSON.stringify(running, null, 2)}\n`, { durable: false });
}

/** The process that runs the installation now; the file of a dead process counts as none. */
export async function readRunning(home: Home): Promise<Running | null> {
  let running: Running;
  try {
    running = JSON.parse(await readFile(home.running, 'utf8')) as Running;
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
  return processStart(running.pid) === running.started ? running : null;
}

/** Takes away our own file, or one that a dead process left; never another's who lives. */
export async function removeRunning(home: Home): Promise<void> {
  const there = await readRunning(home);
  if (there === null || there.pid === process.pid) await rm(home.running, { force: true });
}
