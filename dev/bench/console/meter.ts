/** Measures CPU time and memory of a page, through the protocol of Chromium's developer tools. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

export interface Meter {
  /** Returns the CPU time of the page's main thread, in milliseconds per second. Measures for `seconds`. */
  cpuPerSecond(seconds: number): Promise<number>;
  /** Returns the bytes of live objects after a garbage collection. */
  heap(): Promise<number>;
}

export async function openMeter(page: Page): Promise<Meter> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await tools.send('HeapProfiler.enable');
  const read = async (name: string): Promise<number> => {
    const { metrics } = await tools.send('Performance.getMetrics');
    const found = metrics.find((metric) => metric.name === name);
    if (found === undefined) throw new Error(`Chromium has no metric ${name}`);
    return found.value;
  };
  return {
    async cpuPerSecond(seconds) {
      const [before, began] = [await read('TaskDuration'), performance.now()];
      await sleep(seconds * 1_000);
      return (((await read('TaskDuration')) - before) / ((performance.now() - began) / 1_000)) * 1_000;
    },
    async heap() {
      await tools.send('HeapProfiler.collectGarbage');
      return read('JSHeapUsedSize');
    },
  };
}
