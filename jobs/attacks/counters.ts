/** Computes the traffic to addresses between two readings of the kernel's counters. */
import type { TrafficCounters } from '@innkeeper/engine/network/flood-filter/port';
import { type Count, counterGrowth, TRAFFIC_KINDS, type Traffic, type TrafficKind } from '@innkeeper/model/attacks/traffic';

export interface Received {
  traffic: Traffic;
  passed: Count;
}

export interface Counters {
  /** Returns the traffic since the previous reading, by address. Omits addresses without traffic. Empty for the first reading. */
  advance(counters: readonly TrafficCounters[]): Map<string, Received>;
}

export function openCounters(): Counters {
  let last: Map<string, TrafficCounters> | null = null;
  return {
    advance(counters) {
      const before = last;
      last = new Map(counters.map((one) => [one.address, one]));
      const received = new Map<string, Received>();
      if (!before) return received;
      for (const now of counters) {
        const was = before.get(now.address);
        const traffic: Partial<Record<TrafficKind, Count>> = {};
        for (const kind of TRAFFIC_KINDS) {
          const count = now.kinds[kind] && counterGrowth(was?.kinds[kind], now.kinds[kind]);
          if (count && count.packets > 0) traffic[kind] = count;
        }
        const passed = counterGrowth(was?.passed, now.passed);
        if (Object.keys(traffic).length > 0 || passed.packets > 0) received.set(now.address, { traffic, passed });
      }
      return received;
    },
  };
}
