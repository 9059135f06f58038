/** The runner's intervals in tests: short pauses, and a lease that is long enough on a busy machine. */
import type { Timings } from '@innkeeper/workflows/runner/timings';

export const TEST_TIMINGS: Timings = {
  // New work wakes a worker. At 20 ms, the polls of 16 waiting workers took a fifth of the time of torture.
  pollMs: 100,
  leaseMs: 20_000,
  sweepMs: 3_600_000,
  retryBaseMs: 2,
  retryCapMs: 10,
  stuckMs: 25,
  // A guest of the simulated engine starts at once.
  pauseFactor: 0.05,
  lastLookMs: 200,
  graceMs: 50,
  holdMs: 250,
  random: Math.random,
  unknownKindMs: 0,
};
