/** Counts tries of many keys, each of which leaks away with time: who has made too many waits for the next one, and is never locked out. */

import type { AttemptLimit } from './limits.ts';

export interface LeakyBuckets {
  /** Counts a try. Returns how many milliseconds are to be waited instead, when there were too many: then it is not counted. */
  take(key: string, now: number): number | undefined;
  /** One that was counted was none that counts. */
  release(key: string): void;
}

/** `capacity` and `leakMs` are read for each try, so that a reload can change them. */
export interface LeakyBucketOptions extends AttemptLimit {
  /** Keys in memory; about 200 bytes each. What was tried longest ago is forgotten first. */
  readonly mostKeys?: number;
}

export function openLeakyBuckets(options: LeakyBucketOptions): LeakyBuckets {
  const { mostKeys = 50_000 } = options;
  /** When a key would be empty again, in the order of the last try. */
  const emptyAt = new Map<string, number>();
  return {
    take(key, now) {
      const { capacity, leakMs } = options;
      const empty = Math.max(emptyAt.get(key) ?? now, now) + leakMs;
      const wait = empty - now - capacity * leakMs;
      if (wait > 0) return wait;
      emptyAt.delete(key);
      emptyAt.set(key, empty);
      if (emptyAt.size > mostKeys) for (const oldest of emptyAt.keys()) if (emptyAt.delete(oldest)) break;
      return undefined;
    },
    release(key) {
      const empty = emptyAt.get(key);
      if (empty !== undefined) emptyAt.set(key, empty - options.leakMs);
    },
  };
}
