/** The runner's intervals in tests: polls every few milliseconds, and a lease that is long enough on a busy machine. */
import type { Timings } from '@innkeeper/workflows/runner/timings';

export const TEST_TIMINGS: Timings = {
  pollMs: 20,
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
