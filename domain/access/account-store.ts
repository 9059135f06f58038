/**
 * What a process caches for accounts, bounded in bytes. What was not used lately goes first: of an account that has used up its share, its
 * own; else of an account that has not asked lately. (A use is only marked, and who is marked gets a second chance when his turn to go
 * comes: to move what is used to the end of its map took longer than to find it.)
 */
export interface AccountStore<Key, Value> {
  has(accountId: number, key: Key): boolean;
  /** Marks it, and its account, as used. */
  get(accountId: number, key: Key): Value | undefined;
  /** In place of the one with the same key. Returns whether it is stored: what is larger than an account's share is not. */
  set(accountId: number, key: Key, value: Value, bytes: number): boolean;
  delete(accountId: number, key: Key): void;
  /** All that the account has. */
  deleteAll(accountId: number): void;
  clear(): void;
}

export interface AccountStoreOptions<Value> {
  /** Of all values, as `set` counts them. */
  mostBytes: number;
  /** The part that one account may fill. */
  share: number;
  /** Called with each value that goes, but for those that `clear` removes. */
  onRemoved?: (value: Value) => void;
  /** Called when an account has nothing left, unless `clear` removed it. */
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

export function openAccountStore<Key, Value>(options: AccountStoreOptions<Value>): AccountStore<Key, Value> {
  const { mostBytes, share, onRemoved, onEmptied } = options;
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
      if (cost > mostBytes * share) return false;
      remove(accountId, key);
      while ((accounts.get(accountId)?.bytes ?? 0) + cost > mostBytes * share) removeOne(accountId);
      while (bytes + cost > mostBytes) removeOne(firstUnused(accounts) ?? accountId);
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
