/** Who may use one of a few places, and who waits for one: no key gets all of them, and who has fewer of them is first. */

export interface Places {
  /** Waits for a place, for so many milliseconds; absent: as long as it takes. False when that time is over. */
  take(key: string, ms?: number): Promise<boolean>;
  /** One that was taken by this key. */
  give(key: string): void;
}

/** `ofKey`: the most places of one key, also while others are free. */
export function openPlaces({ all, ofKey }: { all: number; ofKey: number }): Places {
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
    take: (key, ms) =>
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
    give(key) {
      free += 1;
      if (of(key) > 1) taken.set(key, of(key) - 1);
      else taken.delete(key);
      admit();
    },
  };
}
