/**
 * One supervised process: started, watched, and started again when it ends by itself or no longer answers. One that had been ready is back at once,
 * however often it is killed; pauses grow only while it ends before it is ready.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { REPORT_CHANNEL } from '../processes/hang-reports.ts';
import { isChildMessage } from '../processes/messages.ts';
import { Refusal } from '../terminal/refusal.ts';
import { onLines } from './lines.ts';
import { type Hang, watchAnswers } from './watch-answers.ts';

/** Before one is started again that had been ready: long enough that a machine which kills all it sees is not kept busy. */
const AT_ONCE_MS = 100;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** A little more than the child's own limit (lifetime.ts). */
const KILL_AFTER_MS = 25_000;

/** File descriptor in the process by which it is asked for a report. */
const CHANNEL = 4;

export interface ChildOptions {
  /** `api`, `worker`. */
  name: string;
  script: string;
  /** For Node, before the script. */
  nodeFlags?: readonly string[];
  /** A command that runs the one after it: `['setpriv', '--no-new-privs', '--']`. */
  before?: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Returns the first message to the process, at each start. */
  greeting(): object;
  /** Receives each message that is not about the start of the process. */
  onMessage(message: unknown): void;
  /** Path of the file with its output. */
  logFile: string;
  /** Every line of its output, without the line break. */
  onLine(line: string): void;
  /** Called after it was killed because it did not answer. `onCrash` follows or came before. */
  onHang(hang: Hang): void;
  /** Pause between two questions to it. Default: 5 s. */
  askEveryMs?: number;
  /** Told when it ended by itself and will be started again. */
  onCrash(ended: { code: number | null; signal: NodeJS.Signals | null; restartInMs: number }): void;
}

export interface Child {
  readonly name: string;
  /** Resolves when it has said that it is ready for the first time; rejects when it ended before. */
  readonly ready: Promise<void>;
  /** Its process now; undefined between a crash and the restart. */
  pid(): number | undefined;
  /** Returns whether there was a process to tell. */
  send(message: object): boolean;
  stop(): Promise<void>;
}

export function startChild(options: ChildOptions): Child {
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let stopping = false;
  let everReady = false;
  let pause = FIRST_PAUSE_MS;
  let resolveReady = (): void => {};
  let rejectReady = (_why: Refusal): void => {};
  const ready = new Promise<void>((resolve, reject) => {
    resolveReady = resolve;
    rejectReady = reject;
  });
  // Whoever awaits it gets the rejection; without this line, a rejection that nobody awaits would end the supervisor.
  ready.catch(() => {});

  const start = (): void => {
    let fatal: string | undefined;
    let wasReady = false;
    // A session of its own: Ctrl-C in the terminal reaches the supervisor only, and the order of the end is ours.
    const [file = process.execPath, ...args] = [
      ...(options.before ?? []),
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
    // It breaks when the process ends.
    channel.on('error', () => {});
    const { onHang, askEveryMs } = options;
    const watch = watchAnswers(started, channel, { askEveryMs, isServing: () => wasReady && !stopping, onHang });
    child = started;
    for (const stream of [started.stdout, started.stderr]) if (stream) onLines(stream, options.onLine);
    started.on('message', (message) => {
      if (!isChildMessage(message)) return options.onMessage(message);
      if (message.kind === 'fatal') fatal = message.sentence;
      else if (message.kind === 'answer') watch.answered(message.underWay);
      else {
        wasReady = true;
        everReady = true;
        pause = FIRST_PAUSE_MS;
        resolveReady();
      }
    });
    // A process that ends at once has no channel any more; its end is told by `exit`.
    started.send(options.greeting(), () => {});
    started.on('error', (error) => options.onLine(`${options.name}: ${error.message}`));
    started.on('exit', (code, signal) => {
      child = undefined;
      watch.stop();
      if (!everReady) rejectReady(new Refusal(fatal ?? `The ${options.name} process did not start. See ${options.logFile}.`));
      if (stopping || !everReady) return;
      const restartInMs = wasReady ? AT_ONCE_MS : pause;
      options.onCrash({ code, signal, restartInMs });
      restart = setTimeout(start, restartInMs);
      if (!wasReady) pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    });
  };
  start();

  return {
    name: options.name,
    ready,
    pid: () => child?.pid,
    send(message) {
      if (child?.connected !== true) return false;
      // Its result reports a backlog, not whether the message is sent.
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
