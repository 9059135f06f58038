/** Tasks that run after the reply. Closing the process waits for them. */
import type { HttpLog } from './logger.ts';

export interface BackgroundTasks {
  /** Runs a task. Logs its failure and never throws. */
  run(what: string, work: Promise<unknown>): void;
  drained(): Promise<void>;
}

export function openBackgroundTasks(log: HttpLog): BackgroundTasks {
  const running = new Set<Promise<unknown>>();
  return {
    run(what, work) {
      const settled = work.catch((err: unknown) => log.warn({ err }, `could not ${what}`)).finally(() => running.delete(settled));
      running.add(settled);
    },
    async drained() {
      await Promise.all(running);
    },
  };
}
