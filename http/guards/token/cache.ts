/**
 * A short-lived cache of access tokens and sessions, so that a busy caller does not cost a query per request.
 *
 * A revocation evicts its token at once. Nothing is cached while the process is not subscribed to revocations.
 */
import { type Credential, type CredentialKey, credentialKeyOf } from '@innkeeper/domain/access/credentials';
import { findSession } from '@innkeeper/domain/access/sessions';
import { findAccessToken } from '@innkeeper/domain/access/tokens';
import type { Cx } from '@innkeeper/domain/context';
import type { SessionLimits } from '@innkeeper/model/settings/settings';
import { type Clock, seconds } from '@innkeeper/model/time/clock';

/** Receives revoked tokens and ended sessions. Revocations may be missed between `disconnected` and `connected`. */
export interface RevocationListener {
  /** Also called again after a change of data that is cached with all tokens. */
  connected(): void;
  revoked(key: CredentialKey): void;
  /** Called if the token is still valid but the VAT rate of its account has changed. */
  changed(key: CredentialKey): void;
  disconnected(): void;
}

/** Source of revocations. `subscribe` returns a function that unsubscribes. */
export interface RevocationFeed {
  subscribe(listener: RevocationListener): Promise<() => Promise<void>>;
}

/** Longest time that a change without a notification can go unnoticed, such as the first day of a VAT rate. */
const TTL_MS = seconds(10);
/** Maximum number of entries, about 300 bytes each. */
const MAX_TOKENS = 10_000;

export class TokenCache {
  readonly #entries = new Map<string, { token: Credential; until: number }>();
  readonly #find: (hash: string) => Promise<Credential | undefined>;
  #subscribed = false;
  /** Incremented by every event that may have made a running look-up stale. */
  #epoch = 0;

  constructor(find: (hash: string) => Promise<Credential | undefined>) {
    this.#find = find;
  }

  /**
   * Returns a cached token or session. `hash` is the SHA-256 of a token in hex, or the key of a session from `ofSession`. `now` is in
   * milliseconds.
   */
  get(hash: string, now: number): Credential | undefined {
    const entry = this.#entries.get(hash);
    if (entry === undefined || entry.until <= now) return undefined;
    return entry.token;
  }

  async find(hash: string, now: number): Promise<Credential | undefined> {
    const epoch = this.#epoch;
    const token = await this.#find(hash);
    if (token && this.#subscribed && epoch === this.#epoch) this.#store(hash, token, now);
    return token;
  }

  /** Evicts all tokens and sessions of an account. */
  evict(accountId: number): void {
    this.#epoch += 1;
    for (const [hash, { token }] of this.#entries) if (token.accountId === accountId) this.#entries.delete(hash);
  }

  listener(): RevocationListener {
    const evict = (key: CredentialKey): void => {
      this.#epoch += 1;
      for (const [hash, { token }] of this.#entries) if (credentialKeyOf(token) === key) this.#entries.delete(hash);
    };
    return {
      connected: () => {
        this.#clear();
        this.#subscribed = true;
      },
      revoked: evict,
      changed: evict,
      disconnected: () => {
        this.#subscribed = false;
        this.#clear();
      },
    };
  }

  #store(hash: string, token: Credential, now: number): void {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size >= MAX_TOKENS && !oldest.done) this.#entries.delete(oldest.value);
    this.#entries.delete(hash);
    this.#entries.set(hash, { token, until: now + TTL_MS });
  }

  #clear(): void {
    this.#epoch += 1;
    this.#entries.clear();
  }
}

/** Returns the cache key of a session. The key of a token never begins with `s`. */
export const sessionCacheKey = (hash: string): string => `s${hash}`;

/** Opens a cache over the database. */
export function openTokenCache(db: Cx['db'], clock: Clock, limits: SessionLimits): TokenCache {
  return new TokenCache((key) => {
    const now = clock.now();
    return key.startsWith('s') ? findSession(db, key.slice(1), { now, limits }) : findAccessToken(db, key, now);
  });
}
