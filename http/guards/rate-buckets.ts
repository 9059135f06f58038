/** Buckets of requests a minute. In memory for one process; another store (PostgreSQL, Valkey) implements `OpenBucket`. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface BucketState {
  readonly limit: number;
  readonly remaining: number;
  /** Set when there was nothing left: seconds until there is again. */
  readonly retryAfter?: number;
}

/** Counts one request of a key; never throws for an empty bucket. */
export type Bucket = (key: string) => Promise<BucketState>;

/** Opens a bucket by name; the same key is counted separately in each bucket. */
export type OpenBucket = (name: string, perMinute: number) => Bucket;

const MINUTE_SECONDS = 60;

export const openMemoryBucket: OpenBucket = (name, perMinute) => {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: perMinute, duration: MINUTE_SECONDS });
  const taken = ({ remainingPoints }: RateLimiterRes): BucketState => ({ limit: perMinute, remaining: remainingPoints });
  // For an empty bucket the library rejects with the bucket's state.
  const refused = (state: unknown): BucketState => {
    if (!(state instanceof RateLimiterRes)) throw state;
    return { limit: perMinute, remaining: 0, retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) };
  };
  return (key) => limiter.consume(key).then(taken, refused);
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
