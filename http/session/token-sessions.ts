/** Ends connections that outlive their request, such as event streams and consoles, together with the token or session that opened them. */
import type { CredentialKey } from '@innkeeper/domain/access/credentials';
import type { HttpLog } from '../log/logger.ts';

/**
 * Reason for ending a connection. With `token`, the token was revoked or has expired, or the session has ended or switched to another
 * account. With `stopping`, the process stops.
 */
export type SessionEnd = 'token' | 'stopping';

export interface TokenSessions {
  /**
   * Adds a connection. `accountId` is the account that it was opened in, and `end` is called once. Returns a function that removes the
   * connection.
   */
  add(key: CredentialKey, accountId: number, end: (why: SessionEnd) => void): () => void;
  /** Ends the connections of a token or session. Call it when the database notifies of a revocation. */
  revoked(key: CredentialKey): void;
  stop(): void;
}

export interface TokenSessionsOptions {
  /** Returns the current account of each key. Omits ended and expired keys. */
  loadAccounts(keys: CredentialKey[]): Promise<ReadonlyMap<CredentialKey, number>>;
  log: HttpLog;
  /** Interval of the checks in milliseconds, by default `CHECK_INTERVAL_MS`. Tests set it. */
  intervalMs?: number;
}

interface OpenSession {
  accountId: number;
  end(why: SessionEnd): void;
}

/**
 * Interval of the checks. Notifications end most connections at once. The checks find expired tokens, and revocations and account changes
 * with missed notifications.
 */
const CHECK_INTERVAL_MS = 5_000;

/** Opens the register and its periodic checks. A key that is no longer valid, or acts in another account, ends its connections. */
export function openTokenSessions({ loadAccounts, log, intervalMs = CHECK_INTERVAL_MS }: TokenSessionsOptions): TokenSessions {
  const byKey = new Map<CredentialKey, Set<OpenSession>>();
  const endAll = (key: CredentialKey, why: SessionEnd): void => {
    const opened = byKey.get(key);
    byKey.delete(key);
    for (const { end } of opened ?? []) end(why);
  };
  const remove = (key: CredentialKey, session: OpenSession): void => {
    const opened = byKey.get(key);
    opened?.delete(session);
    if (opened?.size === 0) byKey.delete(key);
  };
  const check = async (): Promise<void> => {
    // Connections that are added during the query must not be judged by its result.
    const before = [...byKey].flatMap(([key, opened]) => [...opened].map((session) => ({ key, session })));
    if (before.length === 0) return;
    const accounts = await loadAccounts([...byKey.keys()]);
    for (const { key, session } of before) {
      if (accounts.get(key) === session.accountId || !byKey.get(key)?.has(session)) continue;
      remove(key, session);
      session.end('token');
    }
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
    add(key, accountId, end) {
      // A separate object, so that the same `end` can be added twice.
      const session = { accountId, end };
      byKey.set(key, (byKey.get(key) ?? new Set()).add(session));
      return () => remove(key, session);
    },
    revoked: (key) => endAll(key, 'token'),
    stop() {
      clearInterval(timer);
      for (const key of [...byKey.keys()]) endAll(key, 'stopping');
    },
  };
}
