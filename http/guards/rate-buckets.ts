/** Buckets of requests a minute. In memory for one process; another store (PostgreSQL, Valkey) implements `OpenBucket`. */
import { currentOf, type Live } from '@innkeeper/model/configuration/live';

export interface BucketState {
  readonly limit: number;
  readonly remaining: number;
  /** Set when there was nothing left: seconds until there is again. */
  readonly retryAfter?: number;
}

/** Counts one request of a key; never throws for an empty bucket. Waits only where the count is kept elsewhere. */
export type Bucket = (key: string) => BucketState | Promise<BucketState>;

/** Opens a bucket by name; the same key is counted separately in each bucket. */
export type OpenBucket = (name: string, perMinute: Live<number>) => Bucket;

const MINUTE_MS = 60_000;

/** A key's minute begins with its first request. */
export const openMemoryBucket: OpenBucket = (_name, limit) => {
  // In the order in which they end, since each lasts as long as any other.
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

/** Opens a name once: operations that name the same bucket take from one. */
export function sharingBuckets(open: OpenBucket): OpenBucket {
  const known = new Map<string, Bucket>();
  return (name, perMinute) => {
    const bucket = known.get(name) ?? open(name, perMinute);
    known.set(name, bucket);
    return bucket;
  };
}
