/**
 * A per-process cache of values by account, bounded in bytes, that evicts the least recently used entries.
 *
 * An account that has used up its share evicts its own entries. Otherwise, entries of an account that was not used recently go first. The
 * eviction algorithm is second chance: a use only marks an entry. Exact LRU order is not used, because moving an entry to the end of its
 * map took longer than its lookup.
 */
export interface AccountStore<Key, Value> {
  has(accountId: number, key: Key): boolean;
  /** Returns a value and marks the value and its account as used. */
  get(accountId: number, key: Key): Value | undefined;
  /**
   * Stores a value and replaces a previous one with this key. Returns `false`, and stores nothing, if it is larger than an account's share.
   */
  set(accountId: number, key: Key, value: Value, bytes: number): boolean;
  delete(accountId: number, key: Key): void;
  /** Deletes all entries of an account. */
  deleteAll(accountId: number): void;
  clear(): void;
}

export interface AccountStoreOptions<Value> {
  /** Maximum size of all values, in the unit of `bytes` of `set`. */
  maxBytes: number;
  /** Fraction of `maxBytes` that one account may fill. */
  share: number;
  /** Called with each removed value, except those that `clear` removes. */
  onRemoved?: (value: Value) => void;
  /** Called when the last entry of an account is removed, except by `clear`. */
  onEmptied?: (accountId: number) => void;
}

interface Entry<Value> {
  value: Value;
  bytes: number;
  used: boolean;
}

interface Account<Key, Value> {
  entries: Map<Key, Entry<Value>>;
  bytes: number;
  used: boolean;
}

/** Opens an empty store. */
export function openAccountStore<Key, Value>(options: AccountStoreOptions<Value>): AccountStore<Key, Value> {
  const { maxBytes, share, onRemoved, onEmptied } = options;
  const accounts = new Map<number, Account<Key, Value>>();
  let bytes = 0;

  const remove = (accountId: number, key: Key): void => {
    const account = accounts.get(accountId);
    const removed = account?.entries.get(key);
    if (!account || !removed) return;
    account.entries.delete(key);
    account.bytes -= removed.bytes;
    bytes -= removed.bytes;
    onRemoved?.(removed.value);
    if (account.entries.size > 0) return;
    accounts.delete(accountId);
    onEmptied?.(accountId);
  };
  const removeOne = (accountId: number): void => {
    const account = accounts.get(accountId);
    const key = account && firstUnused(account.entries);
    if (key !== undefined) remove(accountId, key);
  };

  return {
    has: (accountId, key) => accounts.get(accountId)?.entries.has(key) ?? false,
    get(accountId, key) {
      const account = accounts.get(accountId);
      const entry = account?.entries.get(key);
      if (!account || !entry) return undefined;
      entry.used = true;
      account.used = true;
      return entry.value;
    },
    set(accountId, key, value, cost) {
      if (cost > maxBytes * share) return false;
      remove(accountId, key);
      while ((accounts.get(accountId)?.bytes ?? 0) + cost > maxBytes * share) removeOne(accountId);
      while (bytes + cost > maxBytes) removeOne(firstUnused(accounts) ?? accountId);
      const account = accounts.get(accountId) ?? { entries: new Map(), bytes: 0, used: false };
      accounts.set(accountId, account);
      account.entries.set(key, { value, bytes: cost, used: false });
      account.bytes += cost;
      bytes += cost;
      return true;
    },
    delete: remove,
    deleteAll(accountId) {
      for (const key of [...(accounts.get(accountId)?.entries.keys() ?? [])]) remove(accountId, key);
    },
    clear() {
      accounts.clear();
      bytes = 0;
    },
  };
}

/** Returns the first key that was not used since it was last inserted. Used entries before it lose their mark and move to the end. */
function firstUnused<Key, Value extends { used: boolean }>(map: Map<Key, Value>): Key | undefined {
  for (const [key, value] of map) {
    if (!value.used) return key;
    value.used = false;
    map.delete(key);
    map.set(key, value);
  }
  return undefined;
}
