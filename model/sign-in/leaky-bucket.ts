/** Throttles attempts per key with leaky buckets. A key with too many attempts must wait for the next one, and is never locked out. */

import type { AttemptLimit } from './limits.ts';

export interface LeakyBuckets {
  /** Counts an attempt. Returns the milliseconds to wait if there were too many attempts. Such an attempt is not counted. */
  take(key: string, now: number): number | undefined;
  /** Removes a counted attempt that should not count. */
  release(key: string): void;
}

/** Options of the buckets. `capacity` and `leakMs` are read for each attempt, so that a reload can change them. */
export interface LeakyBucketOptions extends AttemptLimit {
  /** Maximum number of keys in memory, 50,000 by default, at about 200 bytes each. The key with the oldest attempt is dropped first. */
  readonly maxKeys?: number;
}

export function openLeakyBuckets(options: LeakyBucketOptions): LeakyBuckets {
  const { maxKeys = 50_000 } = options;
  /** Time at which each key's bucket is empty again, in order of the last attempt. */
  const emptyAt = new Map<string, number>();
  return {
    take(key, now) {
      const { capacity, leakMs } = options;
      const empty = Math.max(emptyAt.get(key) ?? now, now) + leakMs;
      const wait = empty - now - capacity * leakMs;
      if (wait > 0) return wait;
      emptyAt.delete(key);
      emptyAt.set(key, empty);
      if (emptyAt.size > maxKeys) for (const oldest of emptyAt.keys()) if (emptyAt.delete(oldest)) break;
      return undefined;
    },
    release(key) {
      const empty = emptyAt.get(key);
      if (empty !== undefined) emptyAt.set(key, empty - options.leakMs);
    },
  };
}
