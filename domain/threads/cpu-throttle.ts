/** Limits how many tasks run concurrently and makes their slots idle afterwards, so that CPU-bound work leaves the cores to others. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Clock that measures work and idle times, in milliseconds. */
export interface SlotClock {
  elapsed(): number;
  pause(ms: number): Promise<unknown>;
}

const REAL_CLOCK: SlotClock = { elapsed: () => performance.now(), pause: (ms) => sleep(ms) };

/**
 * Runs at most `count` tasks at a time, in order of arrival. After each task, its slot stays idle for `idleFactor` times the duration of the
 * task. With 2, continuous work uses a third of each slot, and occasional callers do not wait.
 */
export function cpuThrottle(
  count: number,
  idleFactor: number,
  { elapsed, pause }: SlotClock = REAL_CLOCK,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = count;
  const waiting: (() => void)[] = [];
  const takeSlot = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (work) => {
    await takeSlot();
    const began = elapsed();
    try {
      return await work();
    } finally {
      void pause((elapsed() - began) * idleFactor).then(release);
    }
  };
}
