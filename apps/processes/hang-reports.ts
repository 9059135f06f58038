/** Reports on a process whose event loop has stopped. A thread of its own sends the report. */
import { Worker } from 'node:worker_threads';
import { threadFile } from '@innkeeper/domain/threads/thread-file';

/** Report on a process that hangs, for the supervisor. */
export interface HangReport {
  /** Frames of the main thread, innermost first. Empty if it ran no JavaScript. */
  stack: string[];
  /** Work in progress, or `null` if the main thread could not be interrupted. */
  underWay: string[] | null;
  /** The diagnostic report of Node. */
  report: object;
}

/** Variable with the file descriptor on which the supervisor requests a report. */
export const REPORT_CHANNEL = 'INNKEEPER_REPORT_FD';

const THREAD = threadFile('hang-report-thread', import.meta.url);

/** Starts the thread if a supervisor requested it. Resolves when the thread runs, because its file may be out of reach later. */
export async function startHangReports(env: NodeJS.ProcessEnv, underWay: () => string[]): Promise<void> {
  const fd = env[REPORT_CHANNEL];
  if (fd === undefined) return;
  Object.assign(globalThis, { [Symbol.for('innkeeper.underWay')]: underWay });
  const thread = new Worker(new URL(THREAD), {
    workerData: { fd: Number(fd) },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  await new Promise<void>((resolve, reject) => {
    thread.once('online', resolve);
    thread.once('error', reject);
  });
  thread.unref();
}
