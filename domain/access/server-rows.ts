/**
 * A per-process cache of the servers that pages show. Results are never older than the request.
 *
 * Reading a page of 50 servers costs PostgreSQL 2.2 ms of CPU, and finding the ids of the page a fifth of that. Most pages have not changed
 * since the last read. Most changed pages have one or two changed servers.
 *
 * All cached rows of an account belong to one moment (`db/tables/servers/version.ts`). When the moment advances, the rows that changed
 * since the previous moment are deleted from the cache. One statement reads the current moment and the missing servers. All rows of a
 * request therefore belong to one snapshot of the database. If one of the cached rows has changed, the read is repeated. Concurrent
 * requests without missing servers share the statement.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@innkeeper/db/schema';
import { type ChangesQuery, loadServersAt, type ServersVersion, type ShownServer } from '@innkeeper/db/tables/servers';
import type { Kysely } from 'kysely';
import { openAccountStore } from './account-store.ts';
import type { ReadServersVersion } from './servers-versions.ts';

export interface ServerRows {
  /** Returns servers in the order of the ids, without ids that do not exist. Callers share the rows and must not change them. */
  load(accountId: number, ids: readonly number[]): Promise<ShownServer[]>;
  /**
   * Enables or disables the cache, and clears it. Enable it only while this process listens to the database: a database restored from a
   * backup may repeat event numbers.
   */
  setEnabled(enabled: boolean): void;
}

export interface ServerRowsOptions {
  db: Kysely<Database>;
  readVersion: ReadServersVersion;
  /** Maximum size of all rows in bytes. 32 MB hold about 9,000 servers. */
  maxBytes: number;
  /** Called with each difference between a cached row and the database. Set it only in tests, because it repeats each read. */
  onStale?: ((problem: Error) => void) | undefined;
}

/** Maximum fraction of the cache per account, so that at least four accounts fit. */
const SHARE = 0.25;
/** Maximum number of tries with cached rows. If a cached row has changed on each try, the request reads the whole page. */
const MAX_ATTEMPTS = 3;

type Version = Omit<ServersVersion, 'changed'>;

/** Opens the cache, which is disabled until `setEnabled`. */
export function openServerRows({ db, readVersion: momentSince, maxBytes, onStale }: ServerRowsOptions): ServerRows {
  /** Moment of the cached rows by account id. Contains only accounts with cached rows. */
  const moments = new Map<number, Version>();
  const rows = openAccountStore<number, ShownServer>({
    maxBytes,
    share: SHARE,
    onEmptied: (accountId) => moments.delete(accountId),
  });
  let enabled = false;
  /** Number of calls of `setEnabled`. Rows of a read that began before a call are not stored. */
  let epoch = 0;

  const shared = openSharedParts();
  const moveTo = ({ accountId, lastEvent: since }: ChangesQuery, now: ServersVersion): void => {
    const known = moments.get(accountId);
    if (!known || isOlder(now, known) || isSame(now, known)) return;
    // If `since` is later than `known`, the answer does not list the changes between them. This happens if all rows were deleted and a
    // delayed answer then stored older rows.
    const changedIds = isSameExceptEvents(now, known) && since <= known.lastEvent ? now.changed : null;
    if (changedIds) for (const id of changedIds) rows.delete(accountId, id);
    else rows.deleteAll(accountId);
    // The entry of `moments` is gone if the account has no row left.
    if (moments.has(accountId)) moments.set(accountId, now);
  };
  const store = (accountId: number, at: ServersVersion, loaded: readonly ShownServer[]): void => {
    const known = moments.get(accountId);
    // The answer is older than the cached rows, so its rows may be outdated.
    if (known && !isSame(at, known)) return;
    const stored = loaded.map((row) => rows.set(accountId, row.id, shared.in(row, at.catalogue), bytesOf(row)));
    if (stored.includes(true)) moments.set(accountId, at);
  };

  /** Returns the cached rows of these ids and their moment. */
  const cachedOf = (accountId: number, ids: readonly number[]) => {
    const moment = moments.get(accountId);
    const cached = new Map<number, ShownServer>();
    if (moment) {
      for (const id of ids) {
        const row = rows.get(accountId, id);
        if (row) cached.set(id, row);
      }
    }
    return { moment: moment ?? NO_VERSION, cached };
  };

  const read = async (accountId: number, ids: readonly number[], since: ChangesQuery) => {
    const epochAtStart = epoch;
    const answer = ids.length > 0 ? await loadServersAt(db, ids, since) : { rows: [], moment: await momentSince(since) };
    if (epochAtStart === epoch && enabled) {
      moveTo(since, answer.moment);
      store(accountId, answer.moment, answer.rows);
    }
    return answer;
  };

  const verify = async (accountId: number, shown: readonly ShownServer[], at: ServersVersion): Promise<void> => {
    const since = { accountId, lastEvent: at.lastEvent };
    const ids = shown.map(({ id }) => id);
    const fresh = await loadServersAt(db, ids, since);
    if (!isSame(fresh.moment, at)) return;
    const byId = new Map(fresh.rows.map((row) => [row.id, row]));
    for (const row of shown) {
      if (isDeepStrictEqual(row, byId.get(row.id))) continue;
      onStale?.(new Error(`server ${row.id} is cached as it is not: ${inspected(row)} / ${inspected(byId.get(row.id))}`));
    }
  };

  return {
    async load(accountId, ids) {
      if (ids.length === 0) return [];
      for (let tries = 0; enabled && tries < MAX_ATTEMPTS; tries++) {
        const { moment, cached } = cachedOf(accountId, ids);
        if (cached.size === 0) break;
        const missing = ids.filter((id) => !cached.has(id));
        const epochAtStart = epoch;
        const answer = await read(accountId, missing, { accountId, lastEvent: moment.lastEvent });
        const { changed } = answer.moment;
        // The cache was cleared during the read. The database may have been restored and then repeats event numbers.
        if (epochAtStart !== epoch) continue;
        if (!isSameExceptEvents(answer.moment, moment) || !changed || changed.some((id) => cached.has(id))) continue;
        if (onStale) await verify(accountId, [...cached.values()], answer.moment);
        for (const row of answer.rows) cached.set(row.id, row);
        return ids.flatMap((id) => cached.get(id) ?? []);
      }
      const { lastEvent } = moments.get(accountId) ?? NO_VERSION;
      const loaded = new Map((await read(accountId, ids, { accountId, lastEvent })).rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => loaded.get(id) ?? []);
    },
    setEnabled(now) {
      enabled = now;
      epoch += 1;
      rows.clear();
      moments.clear();
    },
  };
}

/** A moment later than every event, for an account without cached rows, which needs no list of changes. */
const NO_VERSION: Version = { catalogue: 0, servers: 0, lastEvent: Number.MAX_SAFE_INTEGER };

/** Compares the parts of two moments that events do not cover. */
const isSameExceptEvents = (a: Version, b: Version): boolean => a.catalogue === b.catalogue && a.servers === b.servers;

const isSame = (a: Version, b: Version): boolean => isSameExceptEvents(a, b) && a.lastEvent === b.lastEvent;

const isOlder = (a: Version, b: Version): boolean =>
  a.catalogue < b.catalogue || a.servers < b.servers || a.lastEvent < b.lastEvent;

/** Shares plan and image objects between servers that were read at different times, within one version of the catalogue. */
function openSharedParts() {
  let catalogue = 0;
  const plans = new Map<number, ShownServer['plan']>();
  const images = new Map<number, ShownServer['image']>();
  return {
    in(row: ShownServer, version: number): ShownServer {
      if (version !== catalogue) {
        catalogue = version;
        plans.clear();
        images.clear();
      }
      row.plan = intern(plans, row.plan);
      row.image = intern(images, row.image);
      return row;
    },
  };
}

function intern<Part extends { id: number }>(known: Map<number, Part>, part: Part): Part {
  const first = known.get(part.id);
  if (!first) known.set(part.id, part);
  return first ?? part;
}

/**
 * Estimates the heap size of a row in bytes, including its cached JSON (`present/server-text.ts`). A server with an address and a key
 * takes 3.0 kB and is estimated at 3.5 kB. Shared parts are counted for each row.
 */
function bytesOf({ startup_script, addresses, addons, ssh_keys }: ShownServer): number {
  const script = 2 * (startup_script?.length ?? 0);
  const keys = ssh_keys.reduce((sum, { public_key, hostnames }) => sum + public_key.length + hostnames.length + 300, 0);
  const addressBytes = addresses.reduce((sum, { names }) => sum + 600 + names.length * 200, 0);
  return 2_400 + script + keys + addressBytes + addons.length * 1_500;
}

const inspected = (row: ShownServer | undefined): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
