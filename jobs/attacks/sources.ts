/** Collects the largest sources of each address per minute. They show the share that a list or filter would drop. */
import { writeSourceTraffic } from '@innkeeper/db/tables/source-minutes';
import type { Flow } from '@innkeeper/model/attacks/shares';
import { addCounts, type Count } from '@innkeeper/model/attacks/traffic';
import { MINUTE_STEP, startOf } from '@innkeeper/model/net/traffic-buckets';
import type { NodeContext } from '../job.ts';

/** Maximum number of sources per address and minute. Further traffic is summed up without a source. */
const MAX_SOURCES = 1_000;

export interface Sources {
  add(at: number, addressId: number, flows: readonly Flow[]): void;
  /** Writes the minute before the minute of `at`. */
  write(cx: Pick<NodeContext, 'db'>, at: number): Promise<void>;
}

export function openSources(): Sources {
  let minute = 0;
  const addresses = new Map<number, Map<string | null, Count>>();
  return {
    add(at, addressId, flows) {
      minute = startOf(at, MINUTE_STEP);
      const counts = addresses.get(addressId) ?? new Map<string | null, Count>();
      addresses.set(addressId, counts);
      for (const flow of flows) {
        const source = counts.has(flow.source) || counts.size < MAX_SOURCES ? flow.source : null;
        counts.set(source, addCounts({ packets: flow.packets, bytes: flow.bytes }, counts.get(source)));
      }
    },
    async write({ db }, at) {
      if (addresses.size === 0 || startOf(at, MINUTE_STEP) === minute) return;
      const written = [...addresses].map(([addressId, counts]) => ({ addressId, counts: [...counts] }));
      addresses.clear();
      await writeSourceTraffic(db, new Date(minute), written);
    },
  };
}
