/** What costs much is done so seldom that it takes a small share of the time. */

/** A reading of a full set takes 0.4 s of CPU: so it takes up to 5 %. */
const SHARE = 20;

export interface Seldom {
  /** Runs `act` unless it ran less than `leastMs` ago, or less than 20 times as long ago as it took; undefined then. */
  run<T>(at: number, leastMs: number, act: () => Promise<T>): Promise<T | undefined>;
}

export function openSeldom(): Seldom {
  let next = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    async run(at, leastMs, act) {
      if (at < last + leastMs || at < next) return undefined;
      last = at;
      const begun = performance.now();
      const result = await act();
      next = at + (performance.now() - begun) * SHARE;
      return result;
    },
  };
}
