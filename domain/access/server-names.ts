/**
 * Searches over an account's servers, answered from names cached per process. Results are never older than the request.
 *
 * In an account of 100,000 servers, PostgreSQL reads 100,000 index entries per search and uses at least 12 ms of CPU. A scan of the cached
 * names takes 1 to 5 ms.
 *
 * All cached names of an account belong to one moment (`db/tables/servers/version.ts`). Each request reads the current moment, and the
 * names of servers with events since the cached one. Every change to cached data writes an event of its server or raises the catalogue's
 * version (`migrations/start/search.ts`). A new catalogue version, or too many events, drops all names of the account.
 *
 * The second search of an account starts to load its names, in the background and for one account at a time. PostgreSQL answers searches
 * before that.
 */
import { setImmediate as afterIo } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import type { IdsOfPage } from '@innkeeper/db/tables/account-list';
import {
  idsOfServers,
  readChangedNames,
  readServerNames,
  type ServersQuery,
  type ServersVersion,
} from '@innkeeper/db/tables/servers';
import { changedChunks } from '@innkeeper/model/server-search/changed';
import { bytesOf, type Chunk, chunksOf } from '@innkeeper/model/server-search/chunks';
import { findServers } from '@innkeeper/model/server-search/find';
import type { Kysely } from 'kysely';
import { openAccountStore } from './account-store.ts';
import type { ReadServersVersion } from './servers-versions.ts';

export interface ServerNames {
  /**
   * Returns a page of any list of servers. Only searches for a part of a name use the cache. All other lists are read from the database.
   */
  idsOf(query: ServersQuery): Promise<IdsOfPage>;
  /**
   * Enables or disables the cache, and clears it. Enable it only while this process listens to the database: a database restored from a
   * backup may repeat event numbers.
   */
  setEnabled(enabled: boolean): void;
}

export interface ServerNamesOptions {
  db: Kysely<Database>;
  readVersion: ReadServersVersion;
  background: { run(what: string, work: Promise<unknown>): void };
  /** Maximum size of all names in bytes. 32 MB hold the names of about 600,000 servers. */
  maxBytes: number;
  /** Called with each difference between a cached answer and the database. Set it only in tests, because it repeats each read. */
  onStale?: ((problem: Error) => void) | undefined;
}

/** Fraction of the cache that one account may fill. PostgreSQL searches accounts that need more. */
const SHARE = 0.5;
/** Maximum number of accounts with recent searches and no cached names that are counted. */
const MAX_CHANGES = 10_000;
/** Number of searches after which an account that was too large is tried again. */
const TOO_LARGE = 1_000;
/** Longest time in milliseconds that a search through names occupies the event loop without yielding. */
const TIME_SLICE_MS = 2;

/** The names of an account's servers. The object is immutable, so a search continues on the names that it started with. */
interface Names {
  chunks: readonly Chunk[];
  catalogue: number;
  lastEvent: number;
}

/** Opens the cache, which is disabled until `setEnabled`. */
export function openServerNames({ db, readVersion, background, maxBytes, onStale }: ServerNamesOptions): ServerNames {
  const cached = openAccountStore<'names', Names>({ maxBytes, share: SHARE });
  /** Number of searches until the names of an account are loaded. */
  const searchesUntilLoad = new Map<number, number>();
  let enabled = false;
  /** Count of changes of `enabled`. Names read before a change are not used. */
  let epoch = 0;
  let filling = false;

  const store = (accountId: number, names: Names): void => {
    searchesUntilLoad.delete(accountId);
    if (cached.set(accountId, 'names', names, bytesOf(names.chunks))) return;
    cached.delete(accountId, 'names');
    searchesUntilLoad.set(accountId, TOO_LARGE);
  };

  const fill = async (accountId: number): Promise<void> => {
    const epochAtStart = epoch;
    const chunks: Chunk[] = [];
    const read = await readServerNames(db, accountId, (piece) => {
      chunks.push(...chunksOf(piece));
      return epochAtStart === epoch && bytesOf(chunks) <= maxBytes * SHARE;
    });
    if (epochAtStart === epoch) store(accountId, namesOf(chunks, read));
  };
  /** Counts a search, and starts to load the account's names if there were enough searches. */
  const note = (accountId: number): void => {
    const before = searchesUntilLoad.get(accountId) ?? 2;
    searchesUntilLoad.delete(accountId);
    searchesUntilLoad.set(accountId, Math.max(before - 1, 0));
    const [oldest] = searchesUntilLoad.keys();
    if (searchesUntilLoad.size > MAX_CHANGES && oldest !== undefined) searchesUntilLoad.delete(oldest);
    if (before > 1 || filling || !enabled) return;
    filling = true;
    const filled = fill(accountId).finally(() => {
      filling = false;
    });
    background.run('cache the names of servers', filled);
  };

  /** Returns the names as of a moment after the call, or `undefined` if none are cached. */
  const current = async (accountId: number): Promise<Names | undefined> => {
    const names = cached.get(accountId, 'names');
    if (!names) return undefined;
    const epochAtStart = epoch;
    const since = { accountId, lastEvent: names.lastEvent };
    const now = await readVersion(since);
    const read = now.changed?.length === 0 ? { servers: [], moment: now } : await readChangedNames(db, since);
    if (epochAtStart !== epoch) return undefined;
    const { changed, catalogue } = read.moment;
    const changedIds = changed && catalogue === names.catalogue ? changed : null;
    const chunks = changedIds && (await runYielding(changedChunks(names.chunks, changedIds, read.servers)));
    // Otherwise another request has stored its result, which may be newer.
    if (epochAtStart === epoch && cached.get(accountId, 'names') === names) {
      if (!chunks) cached.delete(accountId, 'names');
      else if (read.moment.lastEvent > names.lastEvent) store(accountId, namesOf(chunks, read.moment));
    }
    return chunks ? namesOf(chunks, read.moment) : undefined;
  };

  const verify = async (query: ServersQuery, found: IdsOfPage, names: Names): Promise<void> => {
    const { accountId } = query;
    const read = await idsOfServers(db, query);
    const { lastEvent, catalogue } = await readVersion({ accountId, lastEvent: names.lastEvent });
    if (lastEvent !== names.lastEvent || catalogue !== names.catalogue || same(read, found)) return;
    onStale?.(new Error(`a search finds ${JSON.stringify(found)} and not ${JSON.stringify(read)}`));
  };

  return {
    async idsOf(query) {
      const { accountId, search, ip, sort } = query;
      if (search === undefined || ip !== undefined || sort?.by === 'expiry_at') return idsOfServers(db, query);
      const names = await current(accountId);
      if (!names) {
        note(accountId);
        return idsOfServers(db, query);
      }
      const direction = sort?.direction ?? 'desc';
      const found = await runYielding(findServers(names.chunks, { ...query, text: search.toLowerCase(), direction }));
      if (onStale) await verify(query, found, names);
      return found;
    },
    setEnabled(now) {
      enabled = now;
      epoch += 1;
      cached.clear();
      searchesUntilLoad.clear();
    },
  };
}

const namesOf = (chunks: readonly Chunk[], { catalogue, lastEvent }: ServersVersion): Names => ({ chunks, catalogue, lastEvent });

const same = (a: IdsOfPage, b: IdsOfPage): boolean => a.total === b.total && a.ids.join() === b.ids.join();

/** Runs the generator, and yields the event loop to other work every `TIME_SLICE_MS`. */
async function runYielding<Answer>(work: Generator<void, Answer>): Promise<Answer> {
  let begun = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - begun < TIME_SLICE_MS) continue;
    await afterIo();
    begun = performance.now();
  }
}
