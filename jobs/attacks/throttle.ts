/** Throttles an expensive call so that it uses at most 5 % of the time. */

/** Minimum interval between the starts of two calls, as a multiple of the first call's duration. Reading a full set takes 0.4 s of CPU. */
const MIN_INTERVAL_FACTOR = 20;

export interface Throttle {
  /**
   * Runs `act` and returns its result. Returns `undefined` instead if the last run began less than `minMs` ago, or less than 20 times its
   * own duration ago.
   */
  run<T>(at: number, minMs: number, act: () => Promise<T>): Promise<T | undefined>;
}

export function throttle(): Throttle {
  let next = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    async run(at, minIntervalMs, act) {
      if (at < last + minIntervalMs || at < next) return undefined;
      last = at;
      const begun = performance.now();
      const result = await act();
      next = at + (performance.now() - begun) * MIN_INTERVAL_FACTOR;
      return result;
    },
  };
}
