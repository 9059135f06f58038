/** A semaphore that is fair between keys. A key holds at most `ofKey` slots, and the waiting key with the fewest slots goes first. */

export interface FairSemaphore {
  /** Waits at most `ms` milliseconds for a slot, and returns whether it got one. Default: waits without limit. */
  acquire(key: string, ms?: number): Promise<boolean>;
  /** Releases a slot that this key took. */
  release(key: string): void;
}

/** Creates a semaphore. `ofKey` is the maximum number of slots of one key, even while others are free. */
export function createFairSemaphore({ all, ofKey }: { all: number; ofKey: number }): FairSemaphore {
  const taken = new Map<string, number>();
  const waiting = new Set<{ key: string; begin(): void }>();
  let free = all;

  const of = (key: string): number => taken.get(key) ?? 0;

  function admit(): void {
    while (free > 0) {
      let next: { key: string; begin(): void } | undefined;
      for (const one of waiting) if (of(one.key) < Math.min(ofKey, next ? of(next.key) : ofKey)) next = one;
      if (!next) return;
      waiting.delete(next);
      taken.set(next.key, of(next.key) + 1);
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
      if (of(key) > 1) taken.set(key, of(key) - 1);
      else taken.delete(key);
      admit();
    },
  };
}
