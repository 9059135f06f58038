/**
 * Connections that outlive their request hang on the token that opened them: when it is revoked or expires, they end.
 */
import type { HttpLog } from '../log/logger.ts';

/** The token holds no longer, or the process stops. */
export type SessionEnd = 'token' | 'stopping';

export interface Sessions {
  /** `end` is called once. Answers how to take it off. */
  add(tokenId: number, end: (why: SessionEnd) => void): () => void;
  /** The database announced it. */
  revoked(tokenId: number): void;
  stop(): void;
}

export interface SessionsOptions {
  /** Which of these tokens still hold. */
  stillHold(tokenIds: number[]): Promise<ReadonlySet<number>>;
  log: HttpLog;
  /** For tests. */
  everyMs?: number;
}

/** Announcements end most at once; this finds what has expired, and what was announced while nobody could hear. */
const LOOK_EVERY_MS = 5_000;

export function openSessions({ stillHold, log, everyMs = LOOK_EVERY_MS }: SessionsOptions): Sessions {
  const byToken = new Map<number, Set<(why: SessionEnd) => void>>();
  const endAll = (tokenId: number, why: SessionEnd): void => {
    const ends = byToken.get(tokenId);
    byToken.delete(tokenId);
    for (const end of ends ?? []) end(why);
  };
  const look = async (): Promise<void> => {
    const open = [...byToken.keys()];
    if (open.length === 0) return;
    const hold = await stillHold(open);
    for (const tokenId of open) if (!hold.has(tokenId)) endAll(tokenId, 'token');
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch((err: unknown) => log.warn({ err }, 'could not see which tokens still hold'))
      .finally(() => {
        looking = false;
      });
  }, everyMs);
  timer.unref();

  return {
    add(tokenId, end) {
      const ends = byToken.get(tokenId) ?? new Set();
      byToken.set(tokenId, ends);
      // A function of its own, so that the same `end` may be added twice.
      const once = (why: SessionEnd) => end(why);
      ends.add(once);
      return () => {
        ends.delete(once);
        if (ends.size === 0 && byToken.get(tokenId) === ends) byToken.delete(tokenId);
      };
    },
    revoked: (tokenId) => endAll(tokenId, 'token'),
    stop() {
      clearInterval(timer);
      for (const tokenId of [...byToken.keys()]) endAll(tokenId, 'stopping');
    },
  };
}
