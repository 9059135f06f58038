/** How every side is loaded, and what is kept of it. */

/** Clients that each wait for an answer before they ask again. */
export const CONNECTIONS = 20;
/** Connections to the database, as in apps/api.ts. */
export const POOL = 20;

export interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  count: number;
}

export interface Target {
  url: string;
  headers: Record<string, string>;
  /** Clients at a time; default `CONNECTIONS`. */
  clients?: number;
}

/** `times` in ms, `tookMs` from the first to the last. */
export function summarise(times: number[], tookMs: number): Measured {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { perSecond: (sorted.length / tookMs) * 1000, p50: at(0.5), p99: at(0.99), count: sorted.length };
}

/** The middle one; of an even number the lower of the two. */
export function median(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? 0;
}
