/** Connections that outlive their request, such as event streams and consoles, end when the token or session that opened them does. */
import type { CredentialKey } from '@innkeeper/domain/access/credentials';
import type { HttpLog } from '../log/logger.ts';

/** The token was revoked or has expired, or the session has ended or acts in another account, or the process stops. */
export type SessionEnd = 'token' | 'stopping';

export interface TokenSessions {
  /** `accountId`: account that it was opened in. `end` is called once. Returns how to remove it. */
  add(key: CredentialKey, accountId: number, end: (why: SessionEnd) => void): () => void;
  /** To be called when the database notifies of a revocation. */
  revoked(key: CredentialKey): void;
  stop(): void;
}

export interface TokenSessionsOptions {
  /** Returns the account that each of these acts in now. Those that have ended or expired are left out. */
  stillValid(keys: CredentialKey[]): Promise<ReadonlyMap<CredentialKey, number>>;
  log: HttpLog;
  /** For tests. */
  intervalMs?: number;
}

interface OpenSession {
  accountId: number;
  end(why: SessionEnd): void;
}

/** Notifications end most sessions at once; this finds expired tokens, and revocations and changes of account whose notification was missed. */
const CHECK_INTERVAL_MS = 5_000;

export function openTokenSessions({ stillValid, log, intervalMs = CHECK_INTERVAL_MS }: TokenSessionsOptions): TokenSessions {
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
    // Those that are opened meanwhile are not judged by what was read before.
    const before = [...byKey].flatMap(([key, opened]) => [...opened].map((session) => ({ key, session })));
    if (before.length === 0) return;
    const accounts = await stillValid([...byKey.keys()]);
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
      // An object of its own, so that the same `end` may be added twice.
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
