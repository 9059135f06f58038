/**
 * Defines buckets that count requests per minute, and implements them in the memory of one process. Another store, such as PostgreSQL or
 * Valkey, can also implement `OpenBucket`.
 */
import { currentOf, type Live } from '@innkeeper/model/configuration/live';
import type { BucketState } from '../request/bucket-state.ts';

/**
 * Counts one request of a key. Reports an exceeded limit in the result, and never throws for it. Returns a promise only for an external
 * store.
 */
export type Bucket = (key: string) => BucketState | Promise<BucketState>;

/** Opens a bucket by name. Each bucket counts the same key separately. */
export type OpenBucket = (name: string, perMinute: Live<number>) => Bucket;

const MINUTE_MS = 60_000;

/** Opens a bucket in memory. A key's minute begins with its first request. */
export const openMemoryBucket: OpenBucket = (_name, limit) => {
  // The entries are in the order of their expiry, because all of them last a minute.
  const minutes = new Map<string, { taken: number; endsAt: number }>();
  return (key) => {
    const now = performance.now();
    const perMinute = currentOf(limit);
    for (const [ended, { endsAt }] of minutes) {
      if (endsAt > now) break;
      minutes.delete(ended);
    }
    let minute = minutes.get(key);
    if (!minute) {
      minute = { taken: 0, endsAt: now + MINUTE_MS };
      minutes.set(key, minute);
    }
    minute.taken += 1;
    if (minute.taken <= perMinute) return { limit: perMinute, remaining: perMinute - minute.taken };
    return { limit: perMinute, remaining: 0, retryAfter: Math.max(1, Math.ceil((minute.endsAt - now) / 1000)) };
  };
};

/** Returns a function that opens each name once, so that operations with the same bucket name share one bucket. */
export function sharingBuckets(open: OpenBucket): OpenBucket {
  const known = new Map<string, Bucket>();
  return (name, perMinute) => {
    const bucket = known.get(name) ?? open(name, perMinute);
    known.set(name, bucket);
    return bucket;
  };
}
