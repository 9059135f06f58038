/** Connections that outlive their request, such as event streams and consoles, end when the token that opened them does. */
import type { HttpLog } from '../log/logger.ts';

/** The token was revoked or has expired, or the process stops. */
export type SessionEnd = 'token' | 'stopping';

export interface TokenSessions {
  /** `end` is called once. Returns how to remove it. */
  add(tokenId: number, end: (why: SessionEnd) => void): () => void;
  /** To be called when the database notifies of a revocation. */
  revoked(tokenId: number): void;
  stop(): void;
}

export interface TokenSessionsOptions {
  /** Which of these tokens are neither revoked nor expired. */
  stillValid(tokenIds: number[]): Promise<ReadonlySet<number>>;
  log: HttpLog;
  /** For tests. */
  intervalMs?: number;
}

/** Notifications end most sessions at once; this finds expired tokens, and revocations whose notification was missed. */
const CHECK_INTERVAL_MS = 5_000;

export function openTokenSessions({ stillValid, log, intervalMs = CHECK_INTERVAL_MS }: TokenSessionsOptions): TokenSessions {
  const byToken = new Map<number, Set<(why: SessionEnd) => void>>();
  const endAll = (tokenId: number, why: SessionEnd): void => {
    const ends = byToken.get(tokenId);
    byToken.delete(tokenId);
    for (const end of ends ?? []) end(why);
  };
  const check = async (): Promise<void> => {
    const open = [...byToken.keys()];
    if (open.length === 0) return;
    const valid = await stillValid(open);
    for (const tokenId of open) if (!valid.has(tokenId)) endAll(tokenId, 'token');
  };
  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    check()
      .catch((err: unknown) => log.warn({ err }, 'could not check which tokens are still valid'))
      .finally(() => {
        checking = false;
      });
  }, intervalMs);
  timer.unref();

  return {
    add(tokenId, end) {
      const ends = byToken.get(tokenId) ?? new Set();
      byToken.set(tokenId, ends);
      // A function of its own, so that the same `end` may be added twice.
      const endOnce = (why: SessionEnd) => end(why);
      ends.add(endOnce);
      return () => {
        ends.delete(endOnce);
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
