/** Starts and identifies guests' processes. Each has its own session, so it survives the end of Innkeeper. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../error.ts';
import { isAlive, type ProcessRecord } from '../../host/process.ts';
import { attempt } from '../../host/run.ts';

/** The hypervisor. */
export const PROGRAM = 'qemu-system-x86_64';

export interface VmUser {
  uid: number;
  gid: number;
}

export interface Launch {
  /** Working directory of the process. */
  directory: string;
  program: string;
  args: readonly string[];
  /** Network namespace, or `null` for the host's. */
  namespace: string | null;
  /** User of the process, or `null` for our own if we are not root. */
  user: VmUser | null;
  /** Path of `launch.sh`. */
  launcher: string;
  /** Command prefix that puts the process into its own scope (host/launcher.ts). Requires root. */
  scope?: readonly string[];
  /** Tap in the namespace, passed as descriptor 6. */
  tap?: string | null;
  /** Passed as descriptors 3, 4 and so on. `null` leaves a number unused. */
  descriptors?: readonly (number | null)[];
  /** True to read the standard output. */
  stdout?: boolean;
}

/** Returns the shared user of guests: `innkeeper-vm`, or `nobody` if it does not exist. `null` if we are not root. */
export async function vmUser(): Promise<VmUser | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['innkeeper-vm', 'nobody']) {
    const { code, stdout } = await attempt('getent', ['passwd', name]);
    const [, , uid, gid] = stdout.split(':');
    if (code === 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EngineError('host', 'there is no user to run guests as', { retryable: false });
}

/** Starts a process in its own session. Without a user it runs as ours, in our namespaces and without the launcher. */
export function launch({ user, namespace, launcher, tap, program, args, ...rest }: Launch): ChildProcess {
  const command: string[] = [];
  if (user !== null) {
    command.push(...(rest.scope ?? []));
    if (namespace !== null) command.push('nsenter', `--net=/run/netns/${namespace}`, '--');
    // slave: a later unmount by the operator applies to the guest, too.
    command.push('unshare', '--mount', '--propagation', 'slave', '--');
    command.push('sh', launcher, String(user.uid), String(user.gid), tap ?? '-');
  }
  const [file = program, ...before] = command;
  return spawn(file, command.length === 0 ? args : [...before, program, ...args], {
    cwd: rest.directory,
    detached: true,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
    // stderr is a pipe without a reader after our end, so a guest cannot fill the disk with it.
    stdio: [
      'ignore',
      rest.stdout === true ? 'pipe' : 'ignore',
      'pipe',
      ...(rest.descriptors ?? []).map((one) => one ?? ('ignore' as const)),
    ],
  });
}

/** Waits for the end of the process. Returns false if it is still alive after `timeoutMs`. */
export async function waitForExit(record: ProcessRecord, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (await isAlive(record)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Kills a process and waits for its end. Does nothing if it has ended. Throws `EngineError('timeout')` if it is alive after 10 s. */
export async function kill(record: ProcessRecord): Promise<void> {
  if (!(await isAlive(record))) return;
  try {
    process.kill(record.pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
  if (!(await waitForExit(record, 10_000))) throw new EngineError('timeout', `process ${record.pid} did not end after SIGKILL`);
}

/** Returns whether an argument of the process contains `text`. */
export async function hasArgument(pid: number, text: string): Promise<boolean> {
  return (await readFile(join('/proc', String(pid), 'cmdline'), 'latin1').catch(() => '')).includes(text);
}

/** Returns guest processes by working directory. Finds processes whose record was never written. */
export async function guestsByDirectory(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    const command = await readFile(join('/proc', pid, 'cmdline'), 'latin1').catch(() => '');
    if (!command.includes('\0guest=')) continue;
    const directory = await readlink(join('/proc', pid, 'cwd')).catch(() => null);
    if (directory !== null) found.set(directory, Number(pid));
  }
  return found;
}
