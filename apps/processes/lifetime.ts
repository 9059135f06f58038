/**
 * Runs the API or the worker from its start to its end. Under the supervisor the process reports over IPC that it is ready. It ends when the
 * supervisor asks, and when the supervisor is gone. A process that was started by hand ends on SIGTERM and SIGINT.
 */
import { startHangReports } from './hang-reports.ts';
import { type ChildMessage, FatalStart, isQuestion } from './messages.ts';

/** Longer than a request or a workflow step should take to stop; after that the process ends in any case. */
const STOP_WITHIN_MS = 20_000;

/** Number of lines in an answer to the supervisor. */
const MAX_UNDER_WAY = 20;

interface ProcessLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A process that has started. */
export interface RunningProcess {
  stop(): Promise<void>;
  /** Lists what it works on, for the operator if it hangs. */
  underWay(): string[];
}

/** Runs `start`, tells that it is ready, answers the supervisor's questions, and stops when the process shall end. */
export function runProcess(log: ProcessLog, start: () => Promise<RunningProcess>): void {
  let running: RunningProcess | undefined;
  const underWay = (): string[] => running?.underWay() ?? [];
  const starting = startHangReports(process.env, underWay)
    .then(start)
    .then((started) => {
      running = started;
      return started;
    });
  let ending = false;
  const end = (why: string): void => {
    if (ending) return;
    ending = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    starting
      .then(({ stop }) => stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => end('stop requested'));
  process.on('SIGINT', () => end('stop requested'));
  process.on('disconnect', () => end('the supervisor has exited'));
  const tell = (message: ChildMessage, told?: () => void): void => void process.send?.(message, undefined, undefined, told);
  process.on('message', (message) => {
    if (isQuestion(message)) tell({ kind: 'answer', underWay: underWay().slice(0, MAX_UNDER_WAY) });
  });
  starting.then(
    () => tell({ kind: 'ready' }),
    (error: unknown) => {
      log.error({ err: error }, 'did not start');
      const sentence = error instanceof FatalStart ? error.message : null;
      process.exitCode = 1;
      if (process.send && sentence) tell({ kind: 'fatal', sentence }, () => process.exit(1));
      else process.exit(1);
    },
  );
}
