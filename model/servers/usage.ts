/** Converts a machine's counters, which may restart, into shares and totals. */

import { boundary, monthsUpTo } from '../pricing/period.ts';
import { days } from '../time/clock.ts';

export interface UsageCounters {
  at: Date;
  cpuSeconds: number;
}

/** Returns the growth of a counter. A counter that fell has restarted, so its whole value counts. */
export function counterIncrease(before: bigint, now: bigint): bigint {
  return now >= before ? now - before : now;
}

/**
 * Returns the share of `vcpus` in use between two samples, from 0 to 100 with one decimal. 0 without a previous sample or after a restart.
 */
export function cpuPercent(before: UsageCounters | undefined, now: UsageCounters, vcpus: number): number {
  if (!before || now.cpuSeconds < before.cpuSeconds) return 0;
  const wall = (now.at.getTime() - before.at.getTime()) / 1000;
  if (wall <= 0) return 0;
  const share = ((now.cpuSeconds - before.cpuSeconds) / (wall * vcpus)) * 100;
  return Math.round(Math.min(100, share) * 10) / 10;
}

/**
 * Returns the start of the bandwidth cycle that contains `at`.
 *
 * Plans sell traffic per month. A cycle begins each month on the day of the server's activation, or on the last day of a shorter month. It
 * begins at midnight UTC, so that it consists of whole days.
 */
export function cycleStart(server: { activated_at: Date | null; created_at: Date }, at: Date): Date {
  const activatedMs = (server.activated_at ?? server.created_at).getTime();
  const first = new Date(activatedMs - (activatedMs % days(1)));
  return boundary(first, monthsUpTo(first, at));
}
