/** Computes the traffic by source and destination between two readings of the kernel's flows. */
import type { FlowCounter } from '@innkeeper/engine/network/flood-filter/port';
import type { Flow } from '@innkeeper/model/attacks/shares';
import { type Count, counterGrowth } from '@innkeeper/model/attacks/traffic';

export interface Flows {
  /**
   * Returns the flows by address. Multiplies packets and bytes by the address's `scale`, because flows may be sampled. `seconds` is the
   * time since the last reading, and 0 for the first one.
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
        const count = counterGrowth(before?.get(key), { packets, bytes });
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
