/**
 * Traffic of an address in buckets. A bucket covers one minute for a day, 5 minutes for a week, and an hour for 90 days.
 *
 * A bucket is packed into 18 bytes. Buckets without traffic are not stored.
 */
import { days, hours, minutes } from '../time/clock.ts';

/** Sums over one bucket. */
export interface TrafficBucket {
  /** Start in Unix milliseconds. */
  at: number;
  /** Length in milliseconds. */
  stepMs: number;
  passedPackets: number;
  passedBytes: number;
  droppedPackets: number;
  droppedBytes: number;
}

export const MINUTE_STEP = minutes(1);
export const FIVE_MINUTES_STEP = minutes(5);
export const HOUR_STEP = hours(1);

/** Minimum retention of buckets by length, shortest first. */
export const BUCKET_RETENTION = [
  { stepMs: MINUTE_STEP, forMs: days(1) },
  { stepMs: FIVE_MINUTES_STEP, forMs: days(7) },
  { stepMs: HOUR_STEP, forMs: days(90) },
] as const;

/** Returns the bucket length for showing a period, or `null` if the period is too long. */
export const stepOf = (periodMs: number): number | null =>
  BUCKET_RETENTION.find(({ forMs }) => periodMs <= forMs)?.stepMs ?? null;

/** Returns the start of the bucket that contains `at`, in Unix milliseconds. */
export const startOf = (at: number, stepMs: number): number => Math.floor(at / stepMs) * stepMs;

/** Returns buckets of at least `stepMs`, oldest first. Longer buckets stay as they are. */
export function regroup(buckets: Iterable<TrafficBucket>, stepMs: number): TrafficBucket[] {
  const sums = new Map<string, TrafficBucket>();
  for (const bucket of buckets) {
    const step = Math.max(stepMs, bucket.stepMs);
    const at = startOf(bucket.at, step);
    const key = `${at} ${step}`;
    const sum = sums.get(key);
    if (!sum) sums.set(key, { ...bucket, at, stepMs: step });
    else {
      sum.passedPackets += bucket.passedPackets;
      sum.passedBytes += bucket.passedBytes;
      sum.droppedPackets += bucket.droppedPackets;
      sum.droppedBytes += bucket.droppedBytes;
    }
  }
  return [...sums.values()].sort((one, other) => one.at - other.at);
}

/** Size of a packed bucket: its index in the row (2 bytes) and four sums (16 bytes). */
const PACKED_BYTES = 18;

/** Packs buckets for a row that starts at `rowAt`. */
export function packTraffic(buckets: readonly TrafficBucket[], rowAt: number): Buffer {
  const packed = Buffer.alloc(PACKED_BYTES * buckets.length);
  for (const [i, bucket] of buckets.entries()) {
    const from = i * PACKED_BYTES;
    packed.writeUInt16LE((bucket.at - rowAt) / bucket.stepMs, from);
    const sums = [bucket.passedPackets, bucket.passedBytes, bucket.droppedPackets, bucket.droppedBytes];
    for (const [n, sum] of sums.entries()) packed.writeFloatLE(sum, from + 2 + 4 * n);
  }
  return packed;
}

/** Returns the buckets of a packed row that starts at `rowAt`. */
export function unpackTraffic(packed: Buffer, rowAt: number, stepMs: number): TrafficBucket[] {
  return Array.from({ length: Math.floor(packed.length / PACKED_BYTES) }, (_, i) => {
    const from = i * PACKED_BYTES;
    const sum = (n: number): number => packed.readFloatLE(from + 2 + 4 * n);
    return {
      at: rowAt + packed.readUInt16LE(from) * stepMs,
      stepMs,
      passedPackets: sum(0),
      passedBytes: sum(1),
      droppedPackets: sum(2),
      droppedBytes: sum(3),
    };
  });
}
