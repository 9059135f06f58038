/** Pauses between attempts. */
import type { Timings } from './timings.ts';

/**
 * Milliseconds to wait after failed attempt number `attempt` (from 1): doubles up to the cap, with a random upper half (`random`
 * in [0, 1)), so that many workflows that failed together are not retried together.
 */
export function backoffMs(attempt: number, timings: Pick<Timings, 'retryBaseMs' | 'retryCapMs'>, random: number): number {
  // 2 ** 30 is beyond any cap, and keeps the product finite for a stuck undo's thousandth attempt.
  const full = Math.min(timings.retryCapMs, timings.retryBaseMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full / 2 + (full / 2) * random);
}
