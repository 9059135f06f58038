/** Who may work at the same time, and how long nobody may after that, so that work of the processor leaves the cores to others. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * At most `count` at a time, in the order of asking. After each, its slot rests `rest` times as long as the work took: with 2, work without end has a third of
 * each slot, and who asks now and then does not wait.
 */
export function restedSlots(count: number, rest: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
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
    const began = performance.now();
    try {
      return await work();
    } finally {
      void sleep((performance.now() - began) * rest).then(release);
    }
  };
}
