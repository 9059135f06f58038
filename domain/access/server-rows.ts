/**
 * Servers that pages show, cached by each process, and never older than the request. A page of 50 costs PostgreSQL 2.2 ms of CPU to read and a
 * fifth of that to find; of most pages nothing has changed since they were read, and of the others one server or two.
 *
 * What is cached of an account is all of one moment (`db/tables/servers/changes.ts`): the rows that changed before it are gone. Each request
 * asks for the moment of now, together with those of its servers that are not cached, in one statement: so its rows are of one snapshot of the
 * database, the cached ones too, unless one of them has changed since; then that one is asked for as well. Requests of the same time that
 * need nothing else share the statement.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@innkeeper/db/schema';
import { loadServersAt, type ServersMoment, type ShownServer, type Since } from '@innkeeper/db/tables/servers';
import type { Kysely } from 'kysely';
import { openAccountStore } from './account-store.ts';
import type { ReadMoment } from './servers-moments.ts';

export interface ServerRows {
  /** In the order of the ids; absent ones are left out. Rows are shared by those who ask: nobody may change them. */
  load(accountId: number, ids: readonly number[]): Promise<ShownServer[]>;
  /** It may be on only while we listen to the database: one that was restored from a backup may repeat a number. Forgets all. */
  setEnabled(enabled: boolean): void;
}

export interface ServerRowsOptions {
  db: Kysely<Database>;
  moment: ReadMoment;
  /** Bytes of all rows. 32 MB are some 9 000 servers. */
  mostBytes: number;
  /** Tests: has what is cached read again, and is told when that is not the same. */
  onStale?: ((problem: Error) => void) | undefined;
}

/** So that four accounts at least have room. */
const SHARE = 0.25;
/** Who meets a change each time reads all of the page at once. */
const MOST_TRIES = 3;

type Moment = Omit<ServersMoment, 'changed'>;

export function openServerRows({ db, moment: momentSince, mostBytes, onStale }: ServerRowsOptions): ServerRows {
  /** Of the accounts that have rows: the moment that all of them are of. */
  const moments = new Map<number, Moment>();
  const rows = openAccountStore<number, ShownServer>({
    mostBytes,
    share: SHARE,
    onEmptied: (accountId) => moments.delete(accountId),
  });
  let enabled = false;
  /** Counts how often it was turned on or off: what was read before that is not stored. */
  let epoch = 0;

  const shared = openSharedParts();
  const moveTo = ({ accountId, lastEvent: since }: Since, now: ServersMoment): void => {
    const known = moments.get(accountId);
    if (!known || isOlder(now, known) || isSame(now, known)) return;
    // What changed between `known` and `since` is in no answer: what is cached comes from a late one, stored after all that was newer had gone.
    const told = isAsUntold(now, known) && since <= known.lastEvent ? now.changed : null;
    if (told) for (const id of told) rows.delete(accountId, id);
    else rows.deleteAll(accountId);
    // It may have no row left.
    if (moments.has(accountId)) moments.set(accountId, now);
  };
  const store = (accountId: number, at: ServersMoment, loaded: readonly ShownServer[]): void => {
    const known = moments.get(accountId);
    // Older: what is there is newer, and would have to be asked for again.
    if (known && !isSame(at, known)) return;
    const stored = loaded.map((row) => rows.set(accountId, row.id, shared.in(row, at.catalogue), bytesOf(row)));
    if (stored.includes(true)) moments.set(accountId, at);
  };

  /** Those that are cached, and the moment that they are of. */
  const cachedOf = (accountId: number, ids: readonly number[]) => {
    const moment = moments.get(accountId);
    const cached = new Map<number, ShownServer>();
    if (moment) {
      for (const id of ids) {
        const row = rows.get(accountId, id);
        if (row) cached.set(id, row);
      }
    }
    return { moment: moment ?? NOTHING_KNOWN, cached };
  };

  const read = async (accountId: number, ids: readonly number[], since: Since) => {
    const begun = epoch;
    const answer = ids.length > 0 ? await loadServersAt(db, ids, since) : { rows: [], moment: await momentSince(since) };
    if (begun === epoch && enabled) {
      moveTo(since, answer.moment);
      store(accountId, answer.moment, answer.rows);
    }
    return answer;
  };

  const verify = async (accountId: number, shown: readonly ShownServer[], at: ServersMoment): Promise<void> => {
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
      for (let tries = 0; enabled && tries < MOST_TRIES; tries++) {
        const { moment, cached } = cachedOf(accountId, ids);
        if (cached.size === 0) break;
        const missing = ids.filter((id) => !cached.has(id));
        const begun = epoch;
        const answer = await read(accountId, missing, { accountId, lastEvent: moment.lastEvent });
        const { changed } = answer.moment;
        // Of another database, maybe, which repeats a number.
        if (begun !== epoch) continue;
        if (!isAsUntold(answer.moment, moment) || !changed || changed.some((id) => cached.has(id))) continue;
        if (onStale) await verify(accountId, [...cached.values()], answer.moment);
        for (const row of answer.rows) cached.set(row.id, row);
        return ids.flatMap((id) => cached.get(id) ?? []);
      }
      const { lastEvent } = moments.get(accountId) ?? NOTHING_KNOWN;
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

/** After every event: who has nothing does not ask what changed before. */
const NOTHING_KNOWN: Moment = { catalogue: 0, servers: 0, lastEvent: Number.MAX_SAFE_INTEGER };

/** But for what events tell of. */
const isAsUntold = (a: Moment, b: Moment): boolean => a.catalogue === b.catalogue && a.servers === b.servers;

const isSame = (a: Moment, b: Moment): boolean => isAsUntold(a, b) && a.lastEvent === b.lastEvent;

const isOlder = (a: Moment, b: Moment): boolean =>
  a.catalogue < b.catalogue || a.servers < b.servers || a.lastEvent < b.lastEvent;

/** Plans and images of one version of the catalogue, so that servers that were read at different times share them. */
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
      row.plan = theFirst(plans, row.plan);
      row.image = theFirst(images, row.image);
      return row;
    },
  };
}

function theFirst<Part extends { id: number }>(known: Map<number, Part>, part: Part): Part {
  const first = known.get(part.id);
  if (!first) known.set(part.id, part);
  return first ?? part;
}

/**
 * Of the heap, with the JSON that is kept for it (`http/present/server-text.ts`): 3.0 kB for a server with an address and a key, of which this says 3.5. What
 * rows share is counted for each.
 */
function bytesOf({ startup_script, addresses, addons, ssh_keys }: ShownServer): number {
  const script = 2 * (startup_script?.length ?? 0);
  const keys = ssh_keys.reduce((sum, { public_key, hostnames }) => sum + public_key.length + hostnames.length + 300, 0);
  const held = addresses.reduce((sum, { names }) => sum + 600 + names.length * 200, 0);
  return 2_400 + script + keys + held + addons.length * 1_500;
}

const inspected = (row: ShownServer | undefined): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
