import type { Database } from '@innkeeper/db/schema';
import { loadShownServers } from '@innkeeper/db/tables/servers';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openServerRows, type ServerRows } from './server-rows.ts';
import { openServersVersions } from './servers-versions.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 20 });
});
afterAll(() => lab.close());

type Run = () => Promise<unknown>;

/** Returns a database that passes each statement that reads servers to `statement`. */
function watching(statement: (ids: readonly number[], run: Run) => Promise<unknown>): Kysely<Database> {
  return new Proxy(lab.db, {
    get(db, name) {
      const member = Reflect.get(db, name, db) as unknown;
      if (name !== 'executeQuery') return typeof member === 'function' ? (member.bind(db) as unknown) : member;
      return (query: CompiledQuery) => statement(query.parameters[0] as number[], () => db.executeQuery(query));
    },
  });
}

/** Returns a cache with the list of servers that its statements have read. */
function rowsOf(options: { maxBytes?: number } = {}) {
  const loaded: number[] = [];
  const db = watching((ids, run) => {
    loaded.push(...ids);
    return run();
  });
  const rows = openServerRows({ db, readVersion: openServersVersions(lab.pool), maxBytes: 32_000_000, ...options });
  rows.setEnabled(true);
  const readNow = (): number[] => loaded.splice(0).toSorted((a, b) => a - b);
  return { rows, readNow };
}

async function givenServers(count: number) {
  const { accountId } = await givenAccount(lab.db, { funds: 10_000n });
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push(await givenServer(lab.db, { accountId }));
  return { accountId, ids };
}

const rename = (id: number, hostname: string, db = lab.db) =>
  db.updateTable('server_details').set({ hostname }).where('id', '=', id).execute();
const namesIn = async (rows: ServerRows, accountId: number, ids: readonly number[]) =>
  (await rows.load(accountId, ids)).map(({ hostname }) => hostname);

it('reads a server once, and again after an event', async () => {
  const { rows, readNow } = rowsOf();
  const { accountId, ids } = await givenServers(3);
  const [a = 0, b = 0, c = 0] = ids;
  expect((await rows.load(accountId, [c, a])).map(({ id }) => id)).toEqual([c, a]);
  expect(readNow()).toEqual([a, c]);
  expect((await rows.load(accountId, ids)).map(({ id }) => id)).toEqual(ids);
  expect(readNow()).toEqual([b]);
  await rename(b, 'renamed.example');
  expect(await namesIn(rows, accountId, [b, a])).toEqual(['renamed.example', expect.any(String)]);
  expect(readNow()).toEqual([b]);
  expect(await rows.load(accountId, ids)).toEqual(await loadShownServers(lab.db, ids));
  expect(readNow()).toEqual([]);
});

it('leaves out absent servers, and never returns servers of another account', async () => {
  const { rows, readNow } = rowsOf();
  const [mine, other] = [await givenServers(1), await givenServers(1)];
  expect((await rows.load(mine.accountId, [2_000_000_000, ...mine.ids])).map(({ id }) => id)).toEqual(mine.ids);
  expect((await rows.load(mine.accountId, [...mine.ids, 2_000_000_000])).map(({ id }) => id)).toEqual(mine.ids);
  readNow();
  await rename(other.ids[0] ?? 0, 'other.example');
  await rows.load(mine.accountId, mine.ids);
  expect(readNow()).toEqual([]);
});

it('reads everything again after changes without an event, after too many events, or if events were deleted', async () => {
  const { rows, readNow } = rowsOf();
  const { accountId, ids } = await givenServers(2);
  const [a = 0, b = 0] = ids;
  const again = async (act: () => Promise<unknown>) => {
    await rows.load(accountId, ids);
    readNow();
    await act();
    await rows.load(accountId, ids);
    return readNow();
  };
  // A read moves the cached page to the moment of its request, so each case starts with a page that was just read.
  const events = (count: number) =>
    sql`do $$ begin for i in 1..${sql.lit(count)} loop
      update server_details set hostname = 'h' || i where id = ${sql.lit(a)}; commit; end loop; end $$`.execute(lab.db);
  expect(await again(() => events(3))).toEqual([a]);
  expect(await again(() => events(1_001))).toEqual(ids);
  expect(
    await again(async () => {
      await events(2);
      await sql`delete from events where account_id = ${accountId}`.execute(lab.db);
    }),
  ).toEqual(ids);
  expect(
    await again(() => lab.db.updateTable('server_details').set({ startup_script: 'x' }).where('id', '=', b).execute()),
  ).toEqual(ids);
  expect(await again(() => lab.db.updateTable('plans').set({ name: 'Other' }).execute())).toEqual(ids);
});

it('is empty after it was disabled, and stores nothing while disabled', async () => {
  const { rows, readNow } = rowsOf();
  const { accountId, ids } = await givenServers(1);
  await rows.load(accountId, ids);
  rows.setEnabled(false);
  await rows.load(accountId, ids);
  const reading = rows.load(accountId, ids);
  rows.setEnabled(true);
  await reading;
  readNow();
  await rows.load(accountId, ids);
  expect(readNow()).toEqual(ids);
});

it('evicts the least recently used', async () => {
  const { rows, readNow } = rowsOf({ maxBytes: 4 * 5_000 });
  const { accountId, ids } = await givenServers(5);
  for (const id of ids) await rows.load(accountId, [id]);
  readNow();
  await rows.load(accountId, ids.slice(-1));
  expect(readNow()).toEqual([]);
  await rows.load(accountId, ids.slice(0, 1));
  expect(readNow()).toEqual(ids.slice(0, 1));
});

it('shares plans and images between servers read at different times', async () => {
  const { rows } = rowsOf();
  const { accountId, ids } = await givenServers(2);
  for (const id of ids) await rows.load(accountId, [id]);
  const [one, two] = await rows.load(accountId, ids);
  expect([one?.plan === two?.plan, one?.image === two?.image]).toEqual([true, true]);
});

/**
 * Returns a cache whose statements can be held. The key is the first server that a statement reads, whose answer is held. The key 0 holds
 * statements that read only the moment before they are sent.
 */
function heldRows() {
  const held = new Map<number, Promise<void>>();
  const hold = (id: number) => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    held.set(id, waiting);
    return () => {
      held.delete(id);
      release();
    };
  };
  const db = watching(async ([first = 0], run) => {
    const waiting = held.get(first);
    const answer = await run();
    await waiting;
    return answer;
  });
  const pool = new Proxy(lab.pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target) as unknown;
      return async (query: pg.QueryConfig) => {
        await held.get(0);
        return target.query(query);
      };
    },
  });
  const rows = openServerRows({ db, readVersion: openServersVersions(pool), maxBytes: 32_000_000 });
  rows.setEnabled(true);
  return { rows, held, hold };
}

/** Renames a server without its triggers. */
const renameUntold = (id: number, hostname: string) =>
  lab.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await rename(id, hostname, trx);
  });

it('stores no old row when results arrive late, in any order', async () => {
  const { rows, held, hold } = heldRows();
  const { accountId, ids } = await givenServers(2);
  const [x = 0, z = 0] = ids;
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

  const releaseOld = hold(z);
  const old = rows.load(accountId, [z]);
  await settled();
  await rename(z, 'new.example');
  await rows.load(accountId, [x]);
  const releaseMoment = hold(0);
  const late = rows.load(accountId, [x]);
  await settled();
  // Another request, which is not held, deletes the account's only row from the cache.
  held.delete(0);
  await rename(x, 'new.example');
  const releaseNew = hold(x);
  const again = rows.load(accountId, [x]);
  await settled();
  releaseOld();
  await old;
  releaseMoment();
  await settled();
  releaseNew();
  await Promise.all([late, again]);
  expect(await namesIn(rows, accountId, [z, x])).toEqual(['new.example', 'new.example']);
});

it('returns nothing from before it was disabled, even if the database repeats its numbers', async () => {
  const { rows, hold } = heldRows();
  const { accountId, ids } = await givenServers(1);
  await rows.load(accountId, ids);
  const release = hold(0);
  const late = rows.load(accountId, ids);
  rows.setEnabled(false);
  await renameUntold(ids[0] ?? 0, 'restored.example');
  rows.setEnabled(true);
  release();
  expect((await late).map(({ hostname }) => hostname)).toEqual(['restored.example']);
});

it('reports a wrong cached server to a test', async () => {
  const onStale = vi.fn();
  const rows = openServerRows({ db: lab.db, readVersion: openServersVersions(lab.pool), maxBytes: 32_000_000, onStale });
  rows.setEnabled(true);
  const { accountId, ids } = await givenServers(1);
  await rows.load(accountId, ids);
  await rows.load(accountId, ids);
  expect(onStale).not.toHaveBeenCalled();
  await renameUntold(ids[0] ?? 0, 'untold.example');
  await rows.load(accountId, ids);
  expect(onStale).toHaveBeenCalledOnce();
});

it('returns a consistent state, never older than the request, with concurrent writers and readers', async () => {
  const { rows } = rowsOf({ maxBytes: 4 * 20_000 });
  const { accountId, ids } = await givenServers(8);
  const pairs = [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4, 6), ids.slice(6, 8)];
  const committed = pairs.map(() => 0);
  const writing = new AbortController();
  let writes = 0;
  const writer = async (pair: number) => {
    for (let n = 1; !writing.signal.aborted; n += 1) {
      await lab.db.transaction().execute(async (trx) => {
        for (const id of pairs[pair] ?? []) await rename(id, `n${n}`, trx);
        // Occasionally changes a column without an event.
        if (n % 7 === 0)
          await trx
            .updateTable('server_details')
            .set({ startup_script: `n${n}` })
            .where('id', '=', ids[0] ?? 0)
            .execute();
      });
      committed[pair] = n;
      writes += 1;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
    }
  };
  let reads = 0;
  const reader = async () => {
    while (writes < 200) {
      const asked = [...committed];
      const from = Math.floor(Math.random() * 3) * 2;
      const some = ids.slice(from, from + 2 * (1 + Math.floor(Math.random() * 3)));
      const names = (await namesIn(rows, accountId, some)).map((name) => Number(name.match(/^n(\d+)$/)?.[1] ?? 0));
      for (let i = 0; i < names.length; i += 2) {
        // Both servers change in one transaction.
        expect(names[i]).toBe(names[i + 1]);
        expect(names[i]).toBeGreaterThanOrEqual(asked[(from + i) / 2] ?? 0);
      }
      reads += 1;
    }
  };
  await Promise.all(pairs.map((pair) => Promise.all(pair.map((id) => rename(id, 'n0')))));
  const writers = pairs.map((_pair, i) => writer(i));
  try {
    await Promise.all(Array.from({ length: 6 }, reader));
  } finally {
    writing.abort();
    await Promise.all(writers);
  }
  expect(reads).toBeGreaterThan(50);
}, 60_000);
