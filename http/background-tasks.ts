/** Work that no reply waits for; closing does. */
import type { HttpLog } from './log/logger.ts';

export interface Background {
  /** A failure is a line in the log. */
  run(what: string, work: Promise<unknown>): void;
  drained(): Promise<void>;
}

export function openBackground(log: HttpLog): Background {
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
