/** What came from whom and where to, between two readings of the kernel's flows. */
import type { FlowCounter } from '@innkeeper/engine/network/guard/port';
import type { Flow } from '@innkeeper/model/attacks/shares';
import { type Count, grown } from '@innkeeper/model/attacks/traffic';

export interface Flows {
  /**
   * By address; each packet counts as `scale` of its address says. `seconds`: since the last reading; 0 for the first, which has nothing to compare
   * with.
   */
  advance(
    counters: readonly FlowCounter[],
    at: number,
    scale: (address: string) => number,
  ): { flows: Map<string, Flow[]>; seconds: number };
}

export function openFlows(): Flows {
  let last: Map<string, Count> | null = null;
  let lastAt = 0;
  return {
    advance(counters, at, scale) {
      const before = last;
      const now = new Map<string, Count>();
      const flows = new Map<string, Flow[]>();
      for (const { address, source, protocol, port, packets, bytes } of counters) {
        const key = `${address} ${source} ${protocol} ${port}`;
        now.set(key, { packets, bytes });
        const count = grown(before?.get(key), { packets, bytes });
        if (!before || count.packets === 0) continue;
        const times = scale(address);
        const some = flows.get(address) ?? [];
        flows.set(address, some);
        some.push({ source, protocol, port, packets: count.packets * times, bytes: count.bytes * times });
      }
      const seconds = before ? (at - lastAt) / 1000 : 0;
      [last, lastAt] = [now, at];
      return { flows, seconds };
    },
  };
}
