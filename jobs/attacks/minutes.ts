/** Collects the current minute's traffic of each address, and writes it when the next minute begins. */
import { insertTraffic } from '@innkeeper/db/tables/traffic';
import { totalOf } from '@innkeeper/model/attacks/traffic';
import { MINUTE_STEP, startOf, type TrafficBucket } from '@innkeeper/model/net/traffic-buckets';
import type { NodeContext } from '../job.ts';
import type { Received } from './counters.ts';

/** Maximum number of minutes that wait while the database is unavailable. Older minutes are lost. */
const MAX_WAITING = 10;

export interface Minutes {
  /** Adds the traffic of a reading at `at`, by address id. */
  add(at: number, received: ReadonlyMap<number, Received>): void;
  /** Writes all minutes that ended before `at`. With `all`, also the current one. */
  write(cx: Pick<NodeContext, 'db'>, at: number, all?: boolean): Promise<void>;
}

export function openMinutes(): Minutes {
  const minutes = new Map<number, Map<number, TrafficBucket>>();
  return {
    add(at, received) {
      if (received.size === 0) return;
      const minute = startOf(at, MINUTE_STEP);
      const buckets = minutes.get(minute) ?? new Map<number, TrafficBucket>();
      minutes.set(minute, buckets);
      for (const [id, { traffic, passed }] of received) {
        const total = totalOf(traffic);
        const bucket = buckets.get(id) ?? emptyBucket(minute);
        buckets.set(id, bucket);
        bucket.passedPackets += passed.packets;
        bucket.passedBytes += passed.bytes;
        // The two counters are read a moment apart, so the difference may be negative.
        bucket.droppedPackets += Math.max(0, total.packets - passed.packets);
        bucket.droppedBytes += Math.max(0, total.bytes - passed.bytes);
      }
    },
    async write({ db }, at, all = false) {
      const closed = [...minutes.keys()].filter((minute) => all || minute < startOf(at, MINUTE_STEP)).sort((a, b) => a - b);
      for (const minute of closed.slice(0, Math.max(0, closed.length - MAX_WAITING))) minutes.delete(minute);
      for (const minute of closed) {
        const buckets = [...(minutes.get(minute) ?? [])].map(([addressId, bucket]) => ({ addressId, bucket }));
        await insertTraffic(db, new Date(minute), buckets);
        minutes.delete(minute);
      }
    },
  };
}

const emptyBucket = (at: number): TrafficBucket => ({
  ...{ at, stepMs: MINUTE_STEP },
  ...{ passedPackets: 0, passedBytes: 0, droppedPackets: 0, droppedBytes: 0 },
});
