/**
 * Supervises one process: starts it, and restarts it if it exits unexpectedly or stops answering.
 *
 * A process that was ready is restarted after 100 ms, however often it is killed. Delays grow only while the process exits before it is
 * ready.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { REPORT_CHANNEL } from '../processes/hang-reports.ts';
import { isChildMessage } from '../processes/messages.ts';
import { CommandError } from '../terminal/command-error.ts';
import { onLines } from './lines.ts';
import { type Hang, watchAnswers } from './watch-answers.ts';

/** Delay before the restart of a process that was ready. The delay prevents a busy loop on a host that kills every process. */
const RESTART_DELAY_MS = 100;
const INITIAL_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 15_000;
/** Slightly longer than the process's own shutdown limit (lifetime.ts). */
const KILL_AFTER_MS = 25_000;

/** File descriptor over which the supervisor requests a report from the process. */
const CHANNEL = 4;

export interface ChildOptions {
  /** `api` or `worker`. */
  name: string;
  script: string;
  /** Node.js flags, which precede the script. */
  nodeFlags?: readonly string[];
  /** Command that executes the rest of the command line, such as `['setpriv', '--no-new-privs', '--']`. */
  commandPrefix?: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Returns the first messages to the process, at each start. */
  greetings(): readonly object[];
  /** Receives each message except `ready`, `fatal` and `answer`. */
  onMessage(message: unknown): void;
  /** Path of the file with the output of the process. */
  logFile: string;
  /** Receives each line of the output, without the line break. */
  onLine(line: string): void;
  /** Called after the process was killed because it did not answer. `onCrash` is called before or after it. */
  onHang(hang: Hang): void;
  /** Interval in milliseconds between two liveness checks, 5 s by default. */
  checkIntervalMs?: number;
  /** Called at each start of the process, when it is ready. */
  onReady?(): void;
  /** Called when the process exited unexpectedly and will be restarted. */
  onCrash(ended: { code: number | null; signal: NodeJS.Signals | null; restartInMs: number }): void;
}

export interface Child {
  readonly name: string;
  /** Resolves when the process is ready for the first time. Rejects if it exits before. */
  readonly ready: Promise<void>;
  /** Id of the running process, or `undefined` between a crash and the restart. */
  pid(): number | undefined;
  /** Sends a message. Returns whether a connected process existed. */
  send(message: object): boolean;
  stop(): Promise<void>;
}

/** Starts a process and supervises it until `stop`. A process that exits before it was ever ready is not restarted. */
export function startChild(options: ChildOptions): Child {
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let stopping = false;
  let hasBeenReady = false;
  let pause = INITIAL_BACKOFF_MS;
  let resolveReady = (): void => {};
  let rejectReady = (_why: CommandError): void => {};
  const ready = new Promise<void>((resolve, reject) => {
    resolveReady = resolve;
    rejectReady = reject;
  });
  // Callers that await `ready` get the rejection. Without this handler, an unhandled rejection would end the supervisor.
  ready.catch(() => {});

  const start = (): void => {
    let fatal: string | undefined;
    let wasReady = false;
    // Run in a separate session: Ctrl-C in the terminal reaches only the supervisor, which then stops the processes in order.
    const [file = process.execPath, ...args] = [
      ...(options.commandPrefix ?? []),
      process.execPath,
      '--enable-source-maps',
      ...(options.nodeFlags ?? []),
      options.script,
    ];
    const started = spawn(file, args, {
      env: { ...options.env, [REPORT_CHANNEL]: String(CHANNEL) },
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
    });
    const channel = started.stdio[CHANNEL] as Duplex;
    // The channel breaks when the process exits.
    channel.on('error', () => {});
    const { onHang, checkIntervalMs: askEveryMs } = options;
    const watch = watchAnswers(started, channel, { checkIntervalMs: askEveryMs, isServing: () => wasReady && !stopping, onHang });
    child = started;
    for (const stream of [started.stdout, started.stderr]) if (stream) onLines(stream, options.onLine);
    started.on('message', (message) => {
      if (!isChildMessage(message)) return options.onMessage(message);
      if (message.kind === 'fatal') fatal = message.sentence;
      else if (message.kind === 'answer') watch.answered(message.underWay);
      else {
        wasReady = true;
        hasBeenReady = true;
        pause = INITIAL_BACKOFF_MS;
        resolveReady();
        options.onReady?.();
      }
    });
    // A process that exits immediately has no channel, and its `exit` event reports the end.
    for (const message of options.greetings()) started.send(message, () => {});
    started.on('error', (error) => options.onLine(`${options.name}: ${error.message}`));
    started.on('exit', (code, signal) => {
      child = undefined;
      watch.stop();
      if (!hasBeenReady)
        rejectReady(new CommandError(fatal ?? `The ${options.name} process did not start. See ${options.logFile}.`));
      if (stopping || !hasBeenReady) return;
      const restartInMs = wasReady ? RESTART_DELAY_MS : pause;
      options.onCrash({ code, signal, restartInMs });
      restart = setTimeout(start, restartInMs);
      if (!wasReady) pause = Math.min(pause * 2, MAX_BACKOFF_MS);
    });
  };
  start();

  return {
    name: options.name,
    ready,
    pid: () => child?.pid,
    send(message) {
      if (child?.connected !== true) return false;
      // The result of `send` reports a backlog, not whether the message was sent.
      child.send(message, () => {});
      return true;
    },
    async stop() {
      stopping = true;
      clearTimeout(restart);
      const last = child;
      if (!last) return;
      const exited = new Promise<void>((resolve) => last.once('exit', () => resolve()));
      last.kill('SIGTERM');
      const killer = setTimeout(() => last.kill('SIGKILL'), KILL_AFTER_MS);
      await exited;
      clearTimeout(killer);
    },
  };
}
