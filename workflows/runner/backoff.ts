/** Delays between attempts. */
import type { Timings } from './timings.ts';

/**
 * Returns the delay in milliseconds after failed attempt number `attempt` (from 1). The delay doubles up to the cap. Its upper half is
 * random (`random` in [0, 1)), so that many workflows that failed together are not retried together.
 */
export function backoffMs(attempt: number, timings: Pick<Timings, 'retryBaseMs' | 'retryCapMs'>, random: number): number {
  // 2 ** 30 exceeds any cap, and keeps the product finite for the thousandth attempt of a stuck undo.
  const full = Math.min(timings.retryCapMs, timings.retryBaseMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full / 2 + (full / 2) * random);
}
