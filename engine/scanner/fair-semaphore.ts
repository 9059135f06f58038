/** A semaphore that is fair between keys. A key holds at most `maxPerKey` slots, and the waiting key with the fewest slots goes first. */

export interface FairSemaphore {
  /** Waits for a slot, at most `ms` milliseconds if given. Returns whether it got one. */
  acquire(key: string, ms?: number): Promise<boolean>;
  /** Releases a slot that this key took. */
  release(key: string): void;
}

/** Creates a semaphore. `maxPerKey` is the maximum number of slots of one key, even while others are free. */
export function createFairSemaphore({ all, maxPerKey }: { all: number; maxPerKey: number }): FairSemaphore {
  const taken = new Map<string, number>();
  const waiting = new Set<{ key: string; begin(): void }>();
  let free = all;

  const slotsOf = (key: string): number => taken.get(key) ?? 0;

  function admit(): void {
    while (free > 0) {
      let next: { key: string; begin(): void } | undefined;
      for (const one of waiting) if (slotsOf(one.key) < Math.min(maxPerKey, next ? slotsOf(next.key) : maxPerKey)) next = one;
      if (!next) return;
      waiting.delete(next);
      taken.set(next.key, slotsOf(next.key) + 1);
      free -= 1;
      next.begin();
    }
  }

  return {
    acquire: (key, ms) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const one = {
          key,
          begin() {
            clearTimeout(timer);
            resolve(true);
          },
        };
        waiting.add(one);
        admit();
        if (ms === undefined || !waiting.has(one)) return;
        timer = setTimeout(() => {
          waiting.delete(one);
          resolve(false);
        }, ms);
      }),
    release(key) {
      free += 1;
      if (slotsOf(key) > 1) taken.set(key, slotsOf(key) - 1);
      else taken.delete(key);
      admit();
    },
  };
}
