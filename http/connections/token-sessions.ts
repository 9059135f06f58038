/** Connections that outlive their request, such as event streams and consoles, end when the token or session that opened them does. */
import type { CredentialKey } from '@innkeeper/domain/access/credentials';
import type { HttpLog } from '../log/logger.ts';

/** The token was revoked or has expired, or the session has ended, or the process stops. */
export type SessionEnd = 'token' | 'stopping';

export interface TokenSessions {
  /** `end` is called once. Returns how to remove it. */
  add(key: CredentialKey, end: (why: SessionEnd) => void): () => void;
  /** To be called when the database notifies of a revocation. */
  revoked(key: CredentialKey): void;
  stop(): void;
}

export interface TokenSessionsOptions {
  /** Which of these tokens are neither revoked nor expired. */
  stillValid(keys: CredentialKey[]): Promise<ReadonlySet<CredentialKey>>;
  log: HttpLog;
  /** For tests. */
  intervalMs?: number;
}

/** Notifications end most sessions at once; this finds expired tokens, and revocations whose notification was missed. */
const CHECK_INTERVAL_MS = 5_000;

export function openTokenSessions({ stillValid, log, intervalMs = CHECK_INTERVAL_MS }: TokenSessionsOptions): TokenSessions {
  const byKey = new Map<CredentialKey, Set<(why: SessionEnd) => void>>();
  const endAll = (key: CredentialKey, why: SessionEnd): void => {
    const ends = byKey.get(key);
    byKey.delete(key);
    for (const end of ends ?? []) end(why);
  };
  const check = async (): Promise<void> => {
    const open = [...byKey.keys()];
    if (open.length === 0) return;
    const valid = await stillValid(open);
    for (const key of open) if (!valid.has(key)) endAll(key, 'token');
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
    add(key, end) {
      const ends = byKey.get(key) ?? new Set();
      byKey.set(key, ends);
      // A function of its own, so that the same `end` may be added twice.
      const endOnce = (why: SessionEnd) => end(why);
      ends.add(endOnce);
      return () => {
        ends.delete(endOnce);
        if (ends.size === 0 && byKey.get(key) === ends) byKey.delete(key);
      };
    },
    revoked: (key) => endAll(key, 'token'),
    stop() {
      clearInterval(timer);
      for (const key of [...byKey.keys()]) endAll(key, 'stopping');
    },
  };
}
