/**
 * Searches of an account's servers, answered from names that each process caches, and never older than the request. In an account of 100 000 servers
 * PostgreSQL reads 100 000 entries of an index for each, 12 ms of CPU at least; to look through their names as texts takes 1 to 5.
 *
 * What is cached of an account is of one moment (`db/tables/servers/changes.ts`). Each request asks for the moment of now, and reads the names of those
 * servers that events since then are of. Every change of what is cached is told by an event of its server or raises the catalogue's version
 * (`migrations/start/search.ts`); after the latter, or more events than are looked through, all of it is dropped.
 *
 * The names are read from the second search on, behind the replies, one account at a time. Until then PostgreSQL searches.
 */
import { setImmediate as afterIo } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import type { IdsOfPage } from '@innkeeper/db/tables/list-counts/page';
import {
  idsOfServers,
  readChangedNames,
  readServerNames,
  type ServersMoment,
  type ServersWanted,
} from '@innkeeper/db/tables/servers';
import { changedChunks } from '@innkeeper/model/server-search/changed';
import { bytesOf, type Chunk, chunksOf } from '@innkeeper/model/server-search/chunks';
import { findServers } from '@innkeeper/model/server-search/find';
import type { Kysely } from 'kysely';
import { openAccountStore } from './account-store.ts';
import type { ReadMoment } from './servers-moments.ts';

export interface ServerNames {
  /** The page of any list of servers: what is no search for a part of a name is read. */
  idsOf(wanted: ServersWanted): Promise<IdsOfPage>;
  /** It may be on only while we listen to the database: one that was restored from a backup may repeat a number. Forgets all. */
  setEnabled(enabled: boolean): void;
}

export interface ServerNamesOptions {
  db: Kysely<Database>;
  moment: ReadMoment;
  background: { run(what: string, work: Promise<unknown>): void };
  /** Bytes of all names. 32 MB are those of some 600 000 servers. */
  mostBytes: number;
  /** Tests: has each answer read as well, and is told when that is not the same. */
  onStale?: ((problem: Error) => void) | undefined;
}

/** Who has more servers than fill it is searched by PostgreSQL. */
const SHARE = 0.5;
/** Of who has searched lately and has no names cached. */
const MOST_NOTED = 10_000;
/** Searches after those that found an account too large, until that is tried again. */
const TOO_LARGE = 1_000;
/** Others wait no longer than this for a search to go through names. */
const TURN_MS = 2;

/** The names of an account's servers. Never changed, so whoever searches goes on with those that he has begun with. */
interface Names {
  chunks: readonly Chunk[];
  catalogue: number;
  lastEvent: number;
}

export function openServerNames({ db, moment, background, mostBytes, onStale }: ServerNamesOptions): ServerNames {
  const cached = openAccountStore<'names', Names>({ mostBytes, share: SHARE });
  /** How many searches are left until the names are read. */
  const left = new Map<number, number>();
  let enabled = false;
  /** Counts how often it was turned on or off: what was read before that is not used. */
  let epoch = 0;
  let filling = false;

  const store = (accountId: number, names: Names): void => {
    left.delete(accountId);
    if (cached.set(accountId, 'names', names, bytesOf(names.chunks))) return;
    cached.delete(accountId, 'names');
    left.set(accountId, TOO_LARGE);
  };

  const fill = async (accountId: number): Promise<void> => {
    const begun = epoch;
    const chunks: Chunk[] = [];
    const read = await readServerNames(db, accountId, (piece) => {
      chunks.push(...chunksOf(piece));
      return begun === epoch && bytesOf(chunks) <= mostBytes * SHARE;
    });
    if (begun === epoch) store(accountId, namesOf(chunks, read));
  };
  /** Has the names read if it was asked often enough. */
  const note = (accountId: number): void => {
    const before = left.get(accountId) ?? 2;
    left.delete(accountId);
    left.set(accountId, Math.max(before - 1, 0));
    const [oldest] = left.keys();
    if (left.size > MOST_NOTED && oldest !== undefined) left.delete(oldest);
    if (before > 1 || filling || !enabled) return;
    filling = true;
    const filled = fill(accountId).finally(() => {
      filling = false;
    });
    background.run('cache the names of servers', filled);
  };

  /** As of a moment after the call; undefined where none are cached. */
  const current = async (accountId: number): Promise<Names | undefined> => {
    const names = cached.get(accountId, 'names');
    if (!names) return undefined;
    const begun = epoch;
    const since = { accountId, lastEvent: names.lastEvent };
    const now = await moment(since);
    const read = now.changed?.length === 0 ? { servers: [], moment: now } : await readChangedNames(db, since);
    if (begun !== epoch) return undefined;
    const { changed, catalogue } = read.moment;
    const told = changed && catalogue === names.catalogue ? changed : null;
    const chunks = told && (await inTurns(changedChunks(names.chunks, told, read.servers)));
    // Else another request has stored what it found, which may be newer.
    if (begun === epoch && cached.get(accountId, 'names') === names) {
      if (!chunks) cached.delete(accountId, 'names');
      else if (read.moment.lastEvent > names.lastEvent) store(accountId, namesOf(chunks, read.moment));
    }
    return chunks ? namesOf(chunks, read.moment) : undefined;
  };

  const verify = async (wanted: ServersWanted, found: IdsOfPage, names: Names): Promise<void> => {
    const { accountId } = wanted;
    const read = await idsOfServers(db, wanted);
    const { lastEvent, catalogue } = await moment({ accountId, lastEvent: names.lastEvent });
    if (lastEvent !== names.lastEvent || catalogue !== names.catalogue || same(read, found)) return;
    onStale?.(new Error(`a search finds ${JSON.stringify(found)} and not ${JSON.stringify(read)}`));
  };

  return {
    async idsOf(wanted) {
      const { accountId, search, ip, sort } = wanted;
      if (search === undefined || ip !== undefined || sort?.by === 'expiry_at') return idsOfServers(db, wanted);
      const names = await current(accountId);
      if (!names) {
        note(accountId);
        return idsOfServers(db, wanted);
      }
      const direction = sort?.direction ?? 'desc';
      const found = await inTurns(findServers(names.chunks, { ...wanted, text: search.toLowerCase(), direction }));
      if (onStale) await verify(wanted, found, names);
      return found;
    },
    setEnabled(now) {
      enabled = now;
      epoch += 1;
      cached.clear();
      left.clear();
    },
  };
}

const namesOf = (chunks: readonly Chunk[], { catalogue, lastEvent }: ServersMoment): Names => ({ chunks, catalogue, lastEvent });

const same = (a: IdsOfPage, b: IdsOfPage): boolean => a.total === b.total && a.ids.join() === b.ids.join();

/** Lets others have the event loop now and then. */
async function inTurns<Answer>(work: Generator<void, Answer>): Promise<Answer> {
  let begun = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - begun < TURN_MS) continue;
    await afterIo();
    begun = performance.now();
  }
}
