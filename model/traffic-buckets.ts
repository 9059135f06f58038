/**
 * Traffic of an address in buckets: of a minute for a day, of 5 minutes for a week, of an hour for 90 days. A bucket is packed into 18 bytes,
 * and one without traffic takes none.
 */
import { days, hours, minutes } from './clock.ts';

/** Sums over a bucket. */
export interface TrafficBucket {
  /** When it begins, in Unix milliseconds. */
  at: number;
  /** Its length. */
  stepMs: number;
  passedPackets: number;
  passedBytes: number;
  droppedPackets: number;
  droppedBytes: number;
}

export const MINUTE_STEP = minutes(1);
export const FIVE_MINUTES_STEP = minutes(5);
export const HOUR_STEP = hours(1);

/** For how long buckets of a length are kept at least, the shortest first. */
export const KEPT = [
  { stepMs: MINUTE_STEP, forMs: days(1) },
  { stepMs: FIVE_MINUTES_STEP, forMs: days(7) },
  { stepMs: HOUR_STEP, forMs: days(90) },
] as const;

/** Of the buckets that a period is shown in; null: it is too long. */
export const stepOf = (periodMs: number): number | null => KEPT.find(({ forMs }) => periodMs <= forMs)?.stepMs ?? null;

export const startOf = (at: number, stepMs: number): number => Math.floor(at / stepMs) * stepMs;

/** Buckets in steps of `stepMs`, oldest first. Those that are longer than that already stay as they are. */
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

/** Number of its step in the row (2), four sums (16). */
const PACKED_BYTES = 18;

/** `rowAt`: when the row begins that it becomes part of. */
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
