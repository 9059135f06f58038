/**
 * Finds what a stage left behind. Processes of tests inherit a mark in their environment, so those that outlive the stage are known for
 * certain, also if they were detached.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Environment variable that marks the processes of a run. */
export const MARK_VARIABLE = 'INNKEEPER_TEST_RUN';

export interface Leftover {
  pid: number;
  command: string;
}

/** Grace period for processes that end because their parent ended. */
const GRACE_MS = 15_000;
const POLL_INTERVAL_MS = 200;

/** Waits until no marked process is left, kills those that outlive the grace period, and returns them. */
export async function endLeftovers(mark: string, graceMs = GRACE_MS): Promise<Leftover[]> {
  for (const end = Date.now() + graceMs; findMarked(mark).length > 0 && Date.now() < end; ) await sleep(POLL_INTERVAL_MS);
  const left = findMarked(mark);
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
  return left;
}

/** Lists the mount points and the named network namespaces of this machine. Other programs can add some at any time. */
export function listMountsAndNamespaces(): string[] {
  const mounts = readText('/proc/self/mounts').split('\n').slice(0, -1);
  return [...mounts.map((line) => `mount ${line.split(' ')[1]}`), ...listNames('/run/netns').map((name) => `namespace ${name}`)];
}

function findMarked(mark: string): Leftover[] {
  const marked = `${MARK_VARIABLE}=${mark}`;
  return listNames('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => readText(`/proc/${pid}/environ`).split('\0').includes(marked))
    .map((pid) => ({ pid: Number(pid), command: readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() }));
}

/** Returns an empty text for a process that has ended or belongs to another user. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
