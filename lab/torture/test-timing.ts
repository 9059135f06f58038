/** The runner's numbers for tests: waits that a person would not notice, a lease that outlasts a busy machine. */
import type { Pace } from '@innkeeper/workflows/runner/poll-interval';

export const TEST_PACE: Pace = {
  pollMs: 20,
  leaseMs: 20_000,
  sweepMs: 3_600_000,
  retryBaseMs: 2,
  retryCapMs: 10,
  stuckMs: 25,
  lastLookMs: 200,
  graceMs: 50,
  unknownKindMs: 0,
};
