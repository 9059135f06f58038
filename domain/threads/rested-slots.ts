/** Who may work at the same time, and how long nobody may after that, so that work of the processor leaves the cores to others. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The clock by which work is measured and slots rest, in milliseconds. */
export interface SlotClock {
  elapsed(): number;
  pause(ms: number): Promise<unknown>;
}

const REAL_CLOCK: SlotClock = { elapsed: () => performance.now(), pause: (ms) => sleep(ms) };

/**
 * At most `count` at a time, in the order of asking. After each, its slot rests `rest` times as long as the work took: with 2, work without end has a third of
 * each slot, and who asks now and then does not wait.
 */
export function restedSlots(
  count: number,
  rest: number,
  { elapsed, pause }: SlotClock = REAL_CLOCK,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = count;
  const waiting: (() => void)[] = [];
  const taken = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async (work) => {
    await taken();
    const began = elapsed();
    try {
      return await work();
    } finally {
      void pause((elapsed() - began) * rest).then(release);
    }
  };
}
