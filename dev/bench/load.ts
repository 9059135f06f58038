/** Loads a side with requests, and keeps the times of its replies. */

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

/** Every single time, so that rounds can be put together. */
export interface Times {
  /** Milliseconds. */
  times: number[];
  tookMs: number;
}

/** A request that may be sent. */
export interface Ask {
  /** With its query. */
  path: string;
  headers: Record<string, string>;
}

export interface Target {
  /** `http://127.0.0.1:4000` */
  base: string;
  /** A unix socket to ask at instead. */
  socketPath?: string;
  /** In turns: each request, whoever sends it, is the next one. */
  asks: Ask[];
  /** Each client asks one of them alone, in place of turns. */
  oneEach?: boolean;
  /** Each request by an address that was never asked for before, though it means one of the same (`spelled`). */
  fresh?: boolean;
  /** Clients at a time; default `CONNECTIONS`. */
  clients?: number;
}

/** `times` in ms, `tookMs` from the first to the last. */
export function summarise(times: number[], tookMs: number): Measured {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { perSecond: (sorted.length / tookMs) * 1000, p50: at(0.5), p99: at(0.99), count: sorted.length };
}

/** As one: their times together. */
export function together(rounds: readonly Times[]): Measured {
  return summarise(
    rounds.flatMap(({ times }) => times),
    rounds.reduce((sum, { tookMs }) => sum + tookMs, 0),
  );
}

/** The middle one; of an even number the lower of the two. */
export function median(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? 0;
}

/**
 * The same address in another spelling: which characters of its query, or else of its last name, are percent-encoded is `n` in binary.
 * So two requests that mean the same have addresses that differ, and no answer can be kept for the second.
 */
export function spelled(path: string, n: number): string {
  const start = 1 + (path.includes('?') ? path.indexOf('?') : path.lastIndexOf('/'));
  let bits = n;
  const end = path.slice(start).replaceAll(/[a-z0-9_]/g, (character) => {
    const encode = bits % 2 === 1;
    bits = Math.floor(bits / 2);
    return encode ? `%${character.charCodeAt(0).toString(16)}` : character;
  });
  return path.slice(0, start) + end;
}
