/**
 * A short-lived cache of access tokens and sessions, so that a busy caller does not cost a query per request. A revocation evicts its token at
 * once; while we are not subscribed to revocations, nothing is cached.
 */
import { type Credential, type CredentialKey, keyOf } from '@innkeeper/domain/access/credentials';
import { findSession } from '@innkeeper/domain/access/sessions';
import { findAccessToken } from '@innkeeper/domain/access/tokens';
import type { Cx } from '@innkeeper/domain/context';
import { type Clock, seconds } from '@innkeeper/model/clock';
import type { SessionLimits } from '@innkeeper/model/settings';

/** Called when a token is revoked, or a session ends. Between `disconnected` and `connected` revocations may be missed. */
export interface RevocationListener {
  /** Also called again when what is cached with all tokens has changed. */
  connected(): void;
  revoked(key: CredentialKey): void;
  /** It holds, but the VAT of its account is another. */
  changed(key: CredentialKey): void;
  disconnected(): void;
}

/** Notifies of revocations; `subscribe` returns how to unsubscribe. */
export interface RevocationFeed {
  subscribe(listener: RevocationListener): Promise<() => Promise<void>>;
}

/** How long a change without a notification (the day on which a VAT rate begins) may go unseen. */
const TTL_MS = seconds(10);
/** About 300 bytes each. */
const MAX_TOKENS = 10_000;

export class TokenCache {
  readonly #entries = new Map<string, { token: Credential; until: number }>();
  readonly #find: (hash: string) => Promise<Credential | undefined>;
  #subscribed = false;
  /** Changes with everything that may have made a running look-up stale. */
  #epoch = 0;

  constructor(find: (hash: string) => Promise<Credential | undefined>) {
    this.#find = find;
  }

  /** `hash`: sha256 of the token in hex, or that of a session as `ofSession` has it. `now`: milliseconds. */
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

  /** All of an account: each is looked up again. */
  forget(accountId: number): void {
    this.#epoch += 1;
    for (const [hash, { token }] of this.#entries) if (token.accountId === accountId) this.#entries.delete(hash);
  }

  listener(): RevocationListener {
    const evict = (key: CredentialKey): void => {
      this.#epoch += 1;
      for (const [hash, { token }] of this.#entries) if (keyOf(token) === key) this.#entries.delete(hash);
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

/** What a session is cached by. A token's hash begins with another letter. */
export const ofSession = (hash: string): string => `s${hash}`;

/** A cache over the database. */
export function openTokenCache(db: Cx['db'], clock: Clock, limits: SessionLimits): TokenCache {
  return new TokenCache((key) => {
    const now = clock.now();
    return key.startsWith('s') ? findSession(db, key.slice(1), { now, limits }) : findAccessToken(db, key, now);
  });
}
