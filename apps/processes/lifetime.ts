/**
 * Runs the API or the worker from start to end.
 *
 * The process stops on SIGTERM and SIGINT. A supervised process also reports over IPC that it is ready, and stops when its supervisor has
 * exited.
 */
import { startHangReports } from './hang-reports.ts';
import { type ChildMessage, FatalStart, isLivenessCheck } from './messages.ts';

/** Time limit in milliseconds for a clean stop. After this time, the process exits with code 1. */
const STOP_WITHIN_MS = 20_000;

/** Maximum number of lines in the answer to a liveness check. */
const MAX_REPORTED_TASKS = 20;

interface ProcessLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A process that has started. */
export interface RunningProcess {
  stop(): Promise<void>;
  /** Lists the work in progress. The report of a hang shows this list to the operator. */
  underWay(): string[];
}

/** Runs `start`, reports readiness, answers liveness checks and stops the process on request. */
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
  const sendToSupervisor = (message: ChildMessage, onSent?: () => void): void =>
    void process.send?.(message, undefined, undefined, onSent);
  process.on('message', (message) => {
    if (isLivenessCheck(message)) sendToSupervisor({ kind: 'answer', underWay: underWay().slice(0, MAX_REPORTED_TASKS) });
  });
  starting.then(
    () => sendToSupervisor({ kind: 'ready' }),
    (error: unknown) => {
      log.error({ err: error }, 'did not start');
      const sentence = error instanceof FatalStart ? error.message : null;
      process.exitCode = 1;
      if (process.send && sentence) sendToSupervisor({ kind: 'fatal', sentence }, () => process.exit(1));
      else process.exit(1);
    },
  );
}
