/** Deletes copies from before upgrades when their time is over, also in a process that runs for months. */
import { hours } from '@innkeeper/model/time/clock';
import type { Home } from '../installation/home.ts';
import { logLine, type OnLine } from '../supervise/log-line.ts';
import { pruneCopies } from './copies.ts';

const INTERVAL_MS = hours(6);

/** Starts the schedule. `log` receives failures, which the next run repeats. */
export function startPruning(home: Home, log: OnLine): { stop(): void } {
  const prune = (): void => {
    pruneCopies(home, new Date()).catch((error: unknown) =>
      log(logLine('copies from before upgrades were not deleted', { error: String(error) })),
    );
  };
  const timer = setInterval(prune, INTERVAL_MS);
  return { stop: () => clearInterval(timer) };
}
