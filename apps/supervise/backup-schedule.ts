/**
 * Starts `./innkeeper backup run` when it is due, as a child process with lower priority than the processes that serve customers.
 *
 * The home stores the time of the next run. `backup setup` and each run update it, so the schedule needs no configuration and no restart.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunDue } from '@innkeeper/model/backup/due';
import { days, minutes, seconds } from '@innkeeper/model/time/clock';
import { DAMAGED, readBackupStatus } from '../backup/status.ts';
import { type Home, projectRoot } from '../installation/home.ts';
import { onLines } from './lines.ts';
import { logLine, type OnLine } from './log-line.ts';

/** Time after which a run is killed. Each run limits its own steps (apps/backup/run.ts), so a run of this length is stuck. */
const MAX_RUN_MS = days(1);
/** Nice value of the child process: backups may take longer, requests may not. */
const PRIORITY = 10;

export interface ScheduleOptions {
  /** Interval in milliseconds between two reads of the status, 20 s by default. */
  pollMs?: number;
  /** Program and arguments of a run, `./innkeeper backup run` by default. */
  command?: readonly [string, ...string[]];
  /** Time in milliseconds from SIGTERM until a run is killed, 10 s by default. */
  endMs?: number;
  /** Returns whether a run may start now. A run that is due waits until it may. Default: always. */
  mayStart?(): boolean;
  /** Delay in milliseconds after a run that died before it wrote the time of the next run. Default: 5 minutes. */
  retryMs?: number;
}

/** Starts the schedule. `stop` ends the schedule and a run in progress. The next run removes the files that the ended run left behind. */
export function startBackupSchedule(home: Home, log: OnLine, options: ScheduleOptions = {}): { stop(): Promise<void> } {
  const {
    pollMs = seconds(20),
    command = commandOf(home),
    endMs = seconds(10),
    retryMs = minutes(5),
    mayStart = () => true,
  } = options;
  let run: { child: ChildProcess; ended: Promise<void> } | null = null;
  // Monotonic time, so that setting the clock of the host back does not lengthen the pause.
  let lastStart = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  const startIfDue = async (): Promise<void> => {
    if (run !== null || performance.now() - lastStart < retryMs || !mayStart()) return;
    const status = await readBackupStatus(home);
    const isDue = status === DAMAGED || (status !== null && isRunDue(new Date(status.next_run_at), new Date()));
    if (!isDue || run !== null || isStopped) return;
    lastStart = performance.now();
    const child = startRun(command, log);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), MAX_RUN_MS);
    const ended = endOf(child).then(() => {
      clearTimeout(killTimer);
      run = null;
    });
    run = { child, ended };
  };
  const timer = setInterval(() => {
    startIfDue().catch((error: unknown) => log(logLine('the schedule of backups failed', { error: String(error) })));
  }, pollMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      if (run === null) return;
      const { child, ended } = run;
      // A process that waits for a dead disk does not end on any signal. It holds nothing that other processes need.
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        child.kill(signal);
        await Promise.race([ended, sleep(endMs, undefined, { ref: false })]);
      }
    },
  };
}

function commandOf(home: Home): readonly [string, ...string[]] {
  const bundle = path.join(projectRoot, 'build', 'innkeeper.mjs');
  return [process.execPath, '--enable-source-maps', bundle, 'backup', 'run', '--home', home.path];
}

function startRun([program, ...args]: readonly [string, ...string[]], log: OnLine): ChildProcess {
  const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  child.on('error', (error) => log(logLine('a backup could not be started', { error: error.message })));
  child.stdout.resume();
  onLines(child.stderr, (line) => log(logLine(line)));
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

/** Resolves when the process has exited. A process that could not start emits only `error`. */
function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (child.pid === undefined) child.once('error', () => resolve());
  });
}

/** Lowers the priority of a process. Does nothing if the process has already exited. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {}
}
