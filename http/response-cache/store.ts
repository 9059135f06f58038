/**
 * Cached replies, bounded in bytes. What was used least recently goes first: of an account that has used up its share, its own; else of
 * the account that asked least recently.
 */
import type { WireReply } from '../handlers/run.ts';

export interface StoredReply {
  /** Name of the state of the database that it shows. */
  version: string;
  reply: WireReply & { body: Buffer };
}

export interface ReplyStore {
  /** The reply of this version; another one is as good as none. */
  get(accountId: number, key: string, version: string): StoredReply['reply'] | undefined;
  /** In place of the one with the same key. One that is larger than an account's share is not stored. */
  set(accountId: number, key: string, stored: StoredReply): void;
  clear(): void;
}

export interface ReplyStoreOptions {
  /** Of all replies, their keys and the overhead of the maps. A page of 50 servers has 90 KB. */
  mostBytes: number;
  /** The part that one account may fill. */
  share: number;
}

/** Overhead of an entry besides body and key, rounded up. */
const ENTRY_BYTES = 500;

interface Account {
  /** The least recently used first. */
  entries: Map<string, StoredReply & { bytes: number }>;
  bytes: number;
}

export function openReplyStore({ mostBytes, share }: ReplyStoreOptions): ReplyStore {
  // The one that asked least recently first.
  const accounts = new Map<number, Account>();
  let bytes = 0;

  const remove = (accountId: number, account: Account, key: string): void => {
    const removed = account.entries.get(key);
    if (!removed) return;
    account.entries.delete(key);
    account.bytes -= removed.bytes;
    bytes -= removed.bytes;
    if (account.entries.size === 0) accounts.delete(accountId);
  };
  const removeOldest = (accountId: number, account: Account): void => {
    const [key] = account.entries.keys();
    if (key !== undefined) remove(accountId, account, key);
  };

  return {
    get(accountId, key, version) {
      const account = accounts.get(accountId);
      const stored = account?.entries.get(key);
      if (!account || !stored || stored.version !== version) return undefined;
      toEnd(account.entries, key, stored);
      toEnd(accounts, accountId, account);
      return stored.reply;
    },
    set(accountId, key, stored) {
      const cost = stored.reply.body.length + Buffer.byteLength(key) + ENTRY_BYTES;
      if (cost > mostBytes * share) return;
      const account = accounts.get(accountId) ?? { entries: new Map(), bytes: 0 };
      remove(accountId, account, key);
      while (account.bytes + cost > mostBytes * share) removeOldest(accountId, account);
      toEnd(accounts, accountId, account);
      account.entries.set(key, { ...stored, bytes: cost });
      account.bytes += cost;
      bytes += cost;
      for (const [id, oldest] of accounts) {
        while (bytes > mostBytes && accounts.has(id)) removeOldest(id, oldest);
        if (bytes <= mostBytes) break;
      }
    },
    clear() {
      accounts.clear();
      bytes = 0;
    },
  };
}

function toEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
