/** Turning a machine's counters, which may restart, into shares and totals. */
import { days } from './clock.ts';
import { boundary, monthsUpTo } from './pricing/period.ts';

export interface UsageCounters {
  at: Date;
  cpuSeconds: number;
}

/** By how much a counter grew; one that fell has restarted, so its whole value is new. */
export function advanced(before: bigint, now: bigint): bigint {
  return now >= before ? now - before : now;
}

/** Share of `vcpus` in use between two looks, 0 to 100 with one decimal; 0 when there is nothing to compare with. */
export function cpuPercent(before: UsageCounters | undefined, now: UsageCounters, vcpus: number): number {
  if (!before || now.cpuSeconds < before.cpuSeconds) return 0;
  const wall = (now.at.getTime() - before.at.getTime()) / 1000;
  if (wall <= 0) return 0;
  const share = ((now.cpuSeconds - before.cpuSeconds) / (wall * vcpus)) * 100;
  return Math.round(Math.min(100, share) * 10) / 10;
}

/**
 * When the bandwidth cycle of `at` began. Plans sell traffic by the month, so a cycle begins each month on the day on which the
 * server was activated (the month's last day where that is earlier), at midnight UTC, so that it is made of whole days.
 */
export function cycleStart(server: { activated_at: Date | null; created_at: Date }, at: Date): Date {
  const born = (server.activated_at ?? server.created_at).getTime();
  const first = new Date(born - (born % days(1)));
  return boundary(first, monthsUpTo(first, at));
}
