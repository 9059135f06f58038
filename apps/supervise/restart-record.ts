/** Records in the home which processes are being restarted, so that `status` and other commands can say it. */
import type { Home } from '../installation/home.ts';
import { type RunningInstallation, writeRunning } from '../installation/running.ts';

/** Processes that the supervisor restarts. */
export type Supervised = 'api' | 'worker' | 'PostgreSQL';

export interface RestartRecord {
  /** Records that everything is ready for the first time. */
  begin(running: RunningInstallation): Promise<void>;
  /** Records that a process exited unexpectedly and is being restarted. */
  exited(name: Supervised): void;
  /** Records that a process is ready again. */
  ready(name: Supervised): void;
  /** Ends the record. Nothing is written afterwards. */
  stop(): Promise<void>;
}

/** Pause in milliseconds before a write that failed is tried again. A stale record would name a process as restarting for ever. */
const RETRY_MS = 1_000;

/** Opens the record of a home. `onError` receives the error of a write that failed, such as on a full disk, unless the one before failed too. */
export function openRestartRecord(home: Home, onError: (error: unknown) => void): RestartRecord {
  const restarting = new Set<Supervised>();
  let current: RunningInstallation | null = null;
  let isStopped = false;
  let isFailing = false;
  let retry: NodeJS.Timeout | undefined;
  let written = Promise.resolve();
  // Writes follow one another, so that an earlier state never replaces a later one.
  const write = (): Promise<void> => {
    const next = written.then(async () => {
      if (current === null || isStopped) return;
      await writeRunning(home, { ...current, restarting: [...restarting] });
      isFailing = false;
    });
    written = next.catch((error: unknown) => {
      if (!isFailing) onError(error);
      isFailing = true;
      clearTimeout(retry);
      retry = setTimeout(() => change(true), RETRY_MS).unref();
    });
    return next;
  };
  const change = (hasChanged: boolean): void => {
    if (hasChanged) write().catch(() => {});
  };
  return {
    begin(running) {
      current = running;
      return write();
    },
    exited(name) {
      change(!restarting.has(name));
      restarting.add(name);
    },
    ready: (name) => change(restarting.delete(name)),
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await written;
    },
  };
}
