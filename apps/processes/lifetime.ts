/**
 * How a process of ours (API, worker) lives and ends. Under the supervisor it reports over IPC when it is ready, and ends
 * when the supervisor asks or is gone, by whatever death. Started by hand it ends on SIGTERM and SIGINT.
 */
import { FatalStart } from './messages.ts';

/** Longer than a request or a workflow step should take to stop; after that the process ends in any case. */
const STOP_WITHIN_MS = 20_000;

interface ProcessLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Runs `start`, tells that it is ready, and calls what `start` returned when the process shall end. */
export function runProcess(log: ProcessLog, start: () => Promise<() => Promise<void>>): void {
  const starting = start();
  let ending = false;
  const end = (why: string): void => {
    if (ending) return;
    ending = true;
    log.info({ why }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    starting
      .then((stop) => stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => end('asked to'));
  process.on('SIGINT', () => end('asked to'));
  process.on('disconnect', () => end('the supervisor is gone'));
  starting.then(
    () => process.send?.({ kind: 'ready' }),
    (error: unknown) => {
      log.error({ err: error }, 'did not start');
      const sentence = error instanceof FatalStart ? error.message : null;
      process.exitCode = 1;
      if (process.send && sentence) process.send({ kind: 'fatal', sentence }, () => process.exit(1));
      else process.exit(1);
    },
  );
}
