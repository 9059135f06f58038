/** Cached replies with a limit in bytes (`account-store.ts`), and the URLs that they belong to. */
import type { Route } from '../request/context.ts';
import type { WireReply } from '../request/wire-reply.ts';
import { openAccountStore } from './account-store.ts';

export interface StoredReply {
  /** Version of the database that the reply shows. */
  version: string;
  /** Reply. A string has one byte per character. */
  reply: WireReply & { body: string | Buffer };
  url: string;
  route: Route;
}

export interface ReplyStore {
  /** Returns whether there is a reply of any version. */
  has(accountId: number, key: string): boolean;
  /** Returns the reply of this version. Replies of other versions are ignored. */
  get(accountId: number, key: string, version: string): StoredReply['reply'] | undefined;
  /** Stores a reply and replaces the one with the same key. Replies that are larger than an account's share, or to very long URLs, are not stored. */
  set(accountId: number, key: string, stored: StoredReply): void;
  clear(): void;
  /** Returns the route of the stored replies to this URL, for any account. */
  routeOf(url: string): Route | undefined;
}

export interface ReplyStoreOptions {
  /** Maximum size of all replies and their keys, with the overhead of the maps. A page of 50 servers has 90 KB. */
  maxBytes: number;
  /** Part that one account may fill, from 0 to 1. */
  share: number;
}

/**
 * Maximum length of a URL whose replies are stored. Looking a URL up hashes it, which took an eighth of the time of a refusal in a flood of
 * paths of 15 KB.
 */
const MAX_URL_LENGTH = 2_000;

/** Overhead of an entry in addition to body, key and URL, rounded up. */
const ENTRY_BYTES = 500;

export function openReplyStore({ maxBytes, share }: ReplyStoreOptions): ReplyStore {
  const urls = new Map<string, { route: Route; replies: number }>();
  const onRemoved = ({ url }: StoredReply): void => {
    const known = urls.get(url);
    if (known && --known.replies === 0) urls.delete(url);
  };
  const replies = openAccountStore<string, StoredReply>({ maxBytes, share, onRemoved });
  return {
    has: replies.has,
    get(accountId, key, version) {
      const stored = replies.get(accountId, key);
      return stored?.version === version ? stored.reply : undefined;
    },
    set(accountId, key, stored) {
      if (stored.url.length > MAX_URL_LENGTH) return;
      const cost = stored.reply.body.length + Buffer.byteLength(key) + Buffer.byteLength(stored.url) + ENTRY_BYTES;
      if (!replies.set(accountId, key, stored, cost)) return;
      const known = urls.get(stored.url);
      if (known) known.replies += 1;
      else urls.set(stored.url, { route: stored.route, replies: 1 });
    },
    clear() {
      replies.clear();
      urls.clear();
    },
    routeOf: (url) => (url.length > MAX_URL_LENGTH ? undefined : urls.get(url)?.route),
  };
}
