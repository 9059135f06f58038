/**
 * Cached replies, bounded in bytes. What was not used lately goes first: of an account that has used up its share, its own; else of an
 * account that has not asked lately. (A use is only marked, and who is marked gets a second chance when his turn to go comes: to
 * move what is used to the end of its map took longer than to find it.)
 */
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

interface Entry extends StoredReply {
  bytes: number;
  used: boolean;
}

interface Account {
  entries: Map<string, Entry>;
  bytes: number;
  used: boolean;
}

export function openReplyStore({ mostBytes, share }: ReplyStoreOptions): ReplyStore {
  const accounts = new Map<number, Account>();
  const urls = new Map<string, { route: Route; replies: number }>();
  let bytes = 0;

  const remove = (accountId: number, account: Account, key: string): void => {
    const removed = account.entries.get(key);
    if (!removed) return;
    account.entries.delete(key);
    account.bytes -= removed.bytes;
    bytes -= removed.bytes;
    const known = urls.get(removed.url);
    if (known && --known.replies === 0) urls.delete(removed.url);
    if (account.entries.size === 0) accounts.delete(accountId);
  };
  const removeOne = (accountId: number, account: Account): void => {
    const key = firstUnused(account.entries);
    if (key !== undefined) remove(accountId, account, key);
  };

  return {
    has: (accountId, key) => accounts.get(accountId)?.entries.has(key) ?? false,
    get(accountId, key, version) {
      const account = accounts.get(accountId);
      const stored = account?.entries.get(key);
      if (!account || !stored || stored.version !== version) return undefined;
      stored.used = true;
      account.used = true;
      return stored.reply;
    },
    set(accountId, key, stored) {
      const cost = stored.reply.body.length + Buffer.byteLength(key) + Buffer.byteLength(stored.url) + ENTRY_BYTES;
      if (cost > mostBytes * share) return;
      const account = accounts.get(accountId) ?? { entries: new Map(), bytes: 0, used: false };
      remove(accountId, account, key);
      while (account.bytes + cost > mostBytes * share) removeOne(accountId, account);
      while (bytes + cost > mostBytes) {
        const id = firstUnused(accounts) ?? accountId;
        removeOne(id, accounts.get(id) ?? account);
      }
      accounts.set(accountId, account);
      account.entries.set(key, { ...stored, bytes: cost, used: false });
      account.bytes += cost;
      bytes += cost;
      const known = urls.get(stored.url);
      if (known) known.replies += 1;
      else urls.set(stored.url, { route: stored.route, replies: 1 });
    },
    clear() {
      accounts.clear();
      urls.clear();
      bytes = 0;
    },
    routeOf: (url) => urls.get(url)?.route,
  };
}

/** The first that was not used since it came here last; those before it go to the end. */
function firstUnused<Key, Value extends { used: boolean }>(map: Map<Key, Value>): Key | undefined {
  for (const [key, value] of map) {
    if (!value.used) return key;
    value.used = false;
    map.delete(key);
    map.set(key, value);
  }
  return undefined;
}
