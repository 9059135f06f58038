/** Cached replies, bounded in bytes (`domain/access/account-store.ts`), and which URLs they answer. */
import { openAccountStore } from '@innkeeper/domain/access/account-store';
import type { WireReply } from '../handlers/run.ts';
import type { Route } from '../request/context.ts';

export interface StoredReply {
  /** Name of the state of the database that it shows. */
  version: string;
  /** A string has one byte a character. */
  reply: WireReply & { body: string | Buffer };
  url: string;
  route: Route;
}

export interface ReplyStore {
  /** Whether there is a reply, of whatever version. */
  has(accountId: number, key: string): boolean;
  /** The reply of this version; another one is as good as none. */
  get(accountId: number, key: string, version: string): StoredReply['reply'] | undefined;
  /** In place of the one with the same key. One that is larger than an account's share is not stored. */
  set(accountId: number, key: string, stored: StoredReply): void;
  clear(): void;
  /** Of the replies to this URL that are stored, whosever they are. */
  routeOf(url: string): Route | undefined;
}

export interface ReplyStoreOptions {
  /** Of all replies, their keys and the overhead of the maps. A page of 50 servers has 90 KB. */
  mostBytes: number;
  /** The part that one account may fill. */
  share: number;
}

/** Overhead of an entry besides body, key and URL, rounded up. */
const ENTRY_BYTES = 500;

export function openReplyStore({ mostBytes, share }: ReplyStoreOptions): ReplyStore {
  const urls = new Map<string, { route: Route; replies: number }>();
  const onRemoved = ({ url }: StoredReply): void => {
    const known = urls.get(url);
    if (known && --known.replies === 0) urls.delete(url);
  };
  const replies = openAccountStore<string, StoredReply>({ mostBytes, share, onRemoved });
  return {
    has: replies.has,
    get(accountId, key, version) {
      const stored = replies.get(accountId, key);
      return stored?.version === version ? stored.reply : undefined;
    },
    set(accountId, key, stored) {
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
    routeOf: (url) => urls.get(url)?.route,
  };
}
