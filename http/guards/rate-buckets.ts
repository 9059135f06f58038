/** Buckets of requests a minute. In memory for one process; another store (PostgreSQL, Valkey) implements `OpenBucket`. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface Taken {
  readonly limit: number;
  readonly remaining: number;
  /** Set when there was nothing left: seconds until there is again. */
  readonly retryAfter?: number;
}

/** Takes one request of a key; never throws for an empty bucket. */
export type Bucket = (key: string) => Promise<Taken>;

/** Opens a bucket of its own name; the same key in another bucket is counted apart. */
export type OpenBucket = (name: string, perMinute: number) => Bucket;

const MINUTE_SECONDS = 60;

export const openMemoryBucket: OpenBucket = (name, perMinute) => {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: perMinute, duration: MINUTE_SECONDS });
  const taken = ({ remainingPoints }: RateLimiterRes): Taken => ({ limit: perMinute, remaining: remainingPoints });
  // The library answers an empty bucket by rejecting with its state.
  const refused = (state: unknown): Taken => {
    if (!(state instanceof RateLimiterRes)) throw state;
    return { limit: perMinute, remaining: 0, retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) };
  };
  return (key) => limiter.consume(key).then(taken, refused);
};
