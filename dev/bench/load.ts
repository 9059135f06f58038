/** Describes the requests of a load test, and summarises the measured response times. */

/** Number of clients. Each waits for a reply before its next request. */
export const CONNECTIONS = 20;
/** Number of database connections, as in apps/api.ts. */
export const POOL = 20;

export interface LoadFigures {
  perSecond: number;
  /** Median in milliseconds. */
  p50: number;
  p99: number;
  count: number;
}

/** All single times, so that rounds can be combined. */
export interface Times {
  /** Times in milliseconds. */
  times: number[];
  tookMs: number;
}

/** A possible request. */
export interface BenchRequest {
  /** Path with its query. */
  path: string;
  headers: Record<string, string>;
}

export interface Target {
  /** Base URL, such as `http://127.0.0.1:4000`. */
  base: string;
  /** Unix socket to use instead of the URL. */
  socketPath?: string;
  /** Requests in rotation over all clients. */
  asks: BenchRequest[];
  /** True if each client repeats one request instead of the rotation. */
  oneEach?: boolean;
  /** True if each request uses a new spelling of its path with the same meaning (`spelled`). */
  fresh?: boolean;
  /** Number of clients, `CONNECTIONS` by default. */
  clients?: number;
}

/** Summarises times in milliseconds. `tookMs`: time from the first request to the last reply. */
export function summarise(times: number[], tookMs: number): LoadFigures {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { perSecond: (sorted.length / tookMs) * 1000, p50: at(0.5), p99: at(0.99), count: sorted.length };
}

/** Combines the times of several rounds. */
export function combineRounds(rounds: readonly Times[]): LoadFigures {
  return summarise(
    rounds.flatMap(({ times }) => times),
    rounds.reduce((sum, { tookMs }) => sum + tookMs, 0),
  );
}

/** Returns the median. For an even number of figures, returns the lower of the two middle values. */
export function median(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? 0;
}

/**
 * Returns a path in another spelling. The bits of `n` choose the percent-encoded characters of its query, or of its last segment without a
 * query. Two requests with the same meaning then have different paths, so the second one misses every cache.
 */
export function percentEncodeVariant(path: string, n: number): string {
  const start = 1 + (path.includes('?') ? path.indexOf('?') : path.lastIndexOf('/'));
  let bits = n;
  const end = path.slice(start).replaceAll(/[a-z0-9_]/g, (character) => {
    const encode = bits % 2 === 1;
    bits = Math.floor(bits / 2);
    return encode ? `%${character.charCodeAt(0).toString(16)}` : character;
  });
  return path.slice(0, start) + end;
}
