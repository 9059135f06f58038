/**
 * Access tokens that were looked up a moment ago, so that a busy caller costs no query a request. A revocation evicts its
 * token at once; while revocations cannot be heard, nothing is kept.
 */
import { type AccessToken, findAccessToken, noteTokenUse } from '@innkeeper/domain/access/tokens';
import type { Cx } from '@innkeeper/domain/context';
import { type Clock, seconds } from '@innkeeper/model/clock';
import type { Background } from '../../background-tasks.ts';

/** What tells of revocations; `start` answers how to stop. */
export interface RevocationFeed {
  start(hear: { connected(): void; revoked(tokenId: number): void; disconnected(): void }): Promise<() => Promise<void>>;
}

/** How long a change that nobody announces (a new VAT rate) may go unseen. */
const KEEP_MS = seconds(10);
/** About 300 bytes each. */
const MOST_TOKENS = 10_000;

export class TokenCache {
  readonly #kept = new Map<string, { token: AccessToken; until: number }>();
  readonly #find: (hash: string) => Promise<AccessToken | undefined>;
  #listening = false;
  /** Counts what may have made a look-up that is under way stale. */
  #epoch = 0;

  constructor(find: (hash: string) => Promise<AccessToken | undefined>) {
    this.#find = find;
  }

  /** `hash`: sha256 of the token in hex. `now`: milliseconds. */
  get(hash: string, now: number): AccessToken | undefined {
    const entry = this.#kept.get(hash);
    if (entry === undefined || entry.until <= now) return undefined;
    return entry.token;
  }

  async find(hash: string, now: number): Promise<AccessToken | undefined> {
    const epoch = this.#epoch;
    const token = await this.#find(hash);
    if (token && this.#listening && epoch === this.#epoch) this.#keep(hash, token, now);
    return token;
  }

  hear(): Parameters<RevocationFeed['start']>[0] {
    return {
      connected: () => {
        this.#forgetAll();
        this.#listening = true;
      },
      revoked: (tokenId) => {
        this.#epoch += 1;
        for (const [hash, { token }] of this.#kept) if (token.id === tokenId) this.#kept.delete(hash);
      },
      disconnected: () => {
        this.#listening = false;
        this.#forgetAll();
      },
    };
  }

  #keep(hash: string, token: AccessToken, now: number): void {
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= MOST_TOKENS && !oldest.done) this.#kept.delete(oldest.value);
    this.#kept.delete(hash);
    this.#kept.set(hash, { token, until: now + KEEP_MS });
  }

  #forgetAll(): void {
    this.#epoch += 1;
    this.#kept.clear();
  }
}

/** The cache over the database; each look-up notes that the token is in use. */
export function openTokenCache(db: Cx['db'], clock: Clock, background: Background): TokenCache {
  return new TokenCache(async (hash) => {
    const token = await findAccessToken(db, hash);
    if (token) background.run('note the use of a token', noteTokenUse(db, token, clock.now()));
    return token;
  });
}
