/** Turning a machine's counters, which begin anew with each of its processes, into shares and totals. */

export interface UsageCounters {
  at: Date;
  cpuSeconds: number;
}

/** How far a counter went on; one that fell has begun anew, and all it shows now is new. */
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

/** The first moment of the calendar month (UTC) in which bandwidth is counted. */
export function cycleStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}
