import { idsOfServers } from '@innkeeper/db/tables/servers';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openServerNames, type ServerNamesOptions } from './server-names.ts';
import { openServersVersions } from './servers-versions.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 20 });
});
afterAll(() => lab.close());

function namesOf(options: Partial<ServerNamesOptions> = {}) {
  let filling: Promise<unknown> = Promise.resolve();
  let fills = 0;
  const background = {
    run: (_what: string, work: Promise<unknown>) => {
      filling = work;
      fills += 1;
    },
  };
  const moment = openServersVersions(lab.pool);
  const names = openServerNames({ db: lab.db, readVersion: moment, background, maxBytes: 32_000_000, ...options });
  names.setEnabled(true);
  const total = async (accountId: number, search: string): Promise<number> => {
    const found = await names.idsOf(queryFor(accountId, search));
    await filling;
    return found.total;
  };
  /**
   * Returns whether the cache is used. Changes the names in the database without an event, so that only a search in the database finds the
   * change.
   */
  const isCached = async (accountId: number, serverId: number): Promise<boolean> => {
    await setUntold(serverId, 'untold');
    const found = await names.idsOf(queryFor(accountId, 'untold'));
    await setUntold(serverId, 'told');
    return found.total === 0;
  };
  return { names, total, isCached, filled: () => filling, fills: () => fills };
}

const queryFor = (accountId: number, search: string) =>
  ({ accountId, search, statuses: ['active'], page: 1, perPage: 10 }) as const;

async function givenServers(count: number) {
  const { accountId } = await givenAccount(lab.db);
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push(await givenServer(lab.db, { accountId, hostname: `told-${i}` }));
  return { accountId, ids, id: ids[0] ?? 0 };
}

const setUntold = (id: number, names: string) =>
  sql`update server_search set names = convert_to(${names}, 'UTF8') where server_id = ${id}`.execute(lab.db);
const rename = (id: number, hostname: string, db = lab.db) =>
  db.updateTable('server_details').set({ hostname }).where('id', '=', id).execute();

it('loads the names of an account at its second search', async () => {
  const { total, isCached } = namesOf();
  const { accountId, id } = await givenServers(2);
  expect(await isCached(accountId, id)).toBe(false);
  expect(await total(accountId, 'TOLD')).toBe(2);
  expect(await isCached(accountId, id)).toBe(true);
  await rename(id, 'Renamed.Example');
  expect([await total(accountId, 'renamed'), await total(accountId, 'told-0')]).toEqual([1, 0]);
  expect(await isCached(accountId, id)).toBe(true);
});

it('reads results of other searches from the database', async () => {
  const { names, total } = namesOf();
  const { accountId, id } = await givenServers(1);
  const at = new Date('2026-01-01');
  await givenServer(lab.db, { accountId, hostname: 'told-1', expiry_at: at, billing_anchor: at });
  for (let i = 0; i < 3; i++) await total(accountId, 'told');
  const asked = [
    { ...queryFor(accountId, ''), search: undefined },
    { ...queryFor(accountId, 'told'), sort: { by: 'expiry_at', direction: 'asc' } as const },
    { ...queryFor(accountId, 'told'), ip: '10.77.0.2' },
  ];
  for (const one of asked) {
    await setUntold(id, 'untold');
    expect(await names.idsOf(one)).toEqual(await idsOfServers(lab.db, one));
    await setUntold(id, 'told');
    expect(await names.idsOf(one)).toEqual(await idsOfServers(lab.db, one));
  }
});

it('drops everything after too many events, and after a change of the catalogue', async () => {
  const { total, isCached } = namesOf();
  const { accountId, ids, id } = await givenServers(2);
  const cachedAfter = async (act: () => Promise<unknown>): Promise<boolean> => {
    for (let i = 0; i < 3; i++) await total(accountId, 'told');
    expect(await isCached(accountId, id)).toBe(true);
    await act();
    return isCached(accountId, id);
  };
  const events = (count: number) =>
    sql`do $$ begin for i in 1..${sql.lit(count)} loop
      update server_details set hostname = 'told-' || i where id = ${sql.lit(ids[1])}; commit; end loop; end $$`.execute(lab.db);
  expect(await cachedAfter(() => events(30))).toBe(true);
  expect(await cachedAfter(() => events(1_001))).toBe(false);
  expect(await cachedAfter(() => lab.db.updateTable('plans').set({ name: 'Other' }).execute())).toBe(false);
  expect(await cachedAfter(() => givenServer(lab.db, { accountId, sshKeyIds: [] }))).toBe(true);
});

it('does not cache accounts that are or become too large, and evicts the least recent of others', async () => {
  const { accountId, id } = await givenServers(3);
  const small = namesOf({ maxBytes: 2 * 890 });
  for (let i = 0; i < 5; i++) await small.total(accountId, 'told');
  expect(await small.isCached(accountId, id)).toBe(false);
  expect(small.fills()).toBe(1);
  for (let i = 0; i < 1_000; i++) await small.total(accountId, 'told');
  expect(small.fills()).toBe(2);

  const { total, isCached } = namesOf({ maxBytes: 2 * 930 });
  for (let i = 0; i < 5; i++) await total(accountId, 'told');
  expect(await isCached(accountId, id)).toBe(true);
  await rename(id, 'a'.repeat(60));
  expect(await total(accountId, 'aaa')).toBe(1);
  expect(await isCached(accountId, id)).toBe(false);
  await rename(id, 'told');

  const others = await Promise.all([1, 2, 3].map(() => givenServers(1)));
  for (const one of others) for (let i = 0; i < 3; i++) await total(one.accountId, 'told');
  const cached: boolean[] = [];
  for (const one of others) cached.push(await isCached(one.accountId, one.id));
  expect(cached.filter(Boolean)).toHaveLength(2);
  expect(cached[2]).toBe(true);
});

it('is empty after it was disabled, and neither stores nor uses earlier reads', async () => {
  let held: Promise<void> | undefined;
  let release = () => {};
  const hold = () => {
    held = new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  const real = openServersVersions(lab.pool);
  const { names, total, isCached, filled } = namesOf({
    readVersion: async (since) => {
      const answer = await real(since);
      await held;
      return answer;
    },
  });
  const { accountId, id } = await givenServers(1);
  const offAndOn = () => {
    names.setEnabled(false);
    names.setEnabled(true);
  };
  for (let i = 0; i < 2; i++) await total(accountId, 'told');
  expect(await isCached(accountId, id)).toBe(true);
  names.setEnabled(false);
  expect(await isCached(accountId, id)).toBe(false);
  for (let i = 0; i < 3; i++) await total(accountId, 'told');
  expect(await isCached(accountId, id)).toBe(false);
  names.setEnabled(true);
  expect(await isCached(accountId, id)).toBe(false);

  // This search starts to load the names.
  await names.idsOf(queryFor(accountId, 'told'));
  offAndOn();
  await filled();
  expect(await isCached(accountId, id)).toBe(false);

  await total(accountId, 'told');
  hold();
  const late = names.idsOf(queryFor(accountId, 'restored'));
  offAndOn();
  // Simulates another database that repeats the number of the last event.
  await setUntold(id, 'restored');
  release();
  expect((await late).total).toBe(1);
});

it('reports a wrong result to a test', async () => {
  const onStale = vi.fn();
  const { total } = namesOf({ onStale });
  const { accountId, id } = await givenServers(1);
  for (let i = 0; i < 3; i++) await total(accountId, 'told');
  expect(onStale).not.toHaveBeenCalled();
  await setUntold(id, 'other');
  await total(accountId, 'told');
  expect(onStale).toHaveBeenCalledOnce();
});

it('reads more servers than fit into one statement, in order', async () => {
  const { names, filled } = namesOf();
  const { accountId, id } = await givenServers(1);
  // Three servers share each creation time, and their statuses differ.
  await sql`
    with made as (
      insert into services overriding system value
      select (jsonb_populate_record(v, jsonb_build_object('id', 5000000 + n * 7 % 4999, 'status', (array['active', 'suspended'])[n % 2 + 1],
        'created_at', '2026-01-01T00:00:00.000123Z'::timestamptz + (n / 3) * interval '1 microsecond'))).*
      from services v, generate_series(1, 4500) n where v.id = ${id} returning id)
    insert into server_details select (jsonb_populate_record(d, jsonb_build_object('id', made.id, 'hostname', 'h' || made.id))).*
    from server_details d, made where d.id = ${id}`.execute(lab.db);
  for (const statuses of [['active'], ['suspended'], ['active', 'suspended']] as const) {
    for (const direction of ['asc', 'desc'] as const) {
      for (const page of [1, 3, 40, 90, 500]) {
        const sort = { by: 'created_at', direction } as const;
        const asked = { accountId, statuses, search: 'h5', sort, page, perPage: 50 };
        expect(await names.idsOf(asked)).toEqual(await idsOfServers(lab.db, asked));
        await filled();
      }
    }
  }
});

it('is consistent and never older than the request, with concurrent writers and readers', async () => {
  const { names } = namesOf();
  const { accountId, ids } = await givenServers(8);
  const pairs = [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4, 6), ids.slice(6, 8)];
  const committed = pairs.map(() => 0);
  const writing = new AbortController();
  let writes = 0;
  const writer = async (pair: number) => {
    for (let n = 1; !writing.signal.aborted; n += 1) {
      await lab.db.transaction().execute(async (trx) => {
        for (const id of pairs[pair] ?? []) await rename(id, `p${pair}-${n}-`, trx);
        // Every 50th transaction also raises the catalogue version, which drops all cached names.
        if (n % 50 === 0) await sql`update catalogue_version set version = version + 1`.execute(trx);
      });
      committed[pair] = n;
      writes += 1;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
    }
  };
  let [reads, current] = [0, 0];
  const reader = async () => {
    while (writes < 300) {
      const pair = Math.floor(Math.random() * pairs.length);
      const asked = committed[pair] ?? 0;
      const { total } = await names.idsOf(queryFor(accountId, `p${pair}-${asked}-`));
      // Both servers change in one transaction. A later change may be visible, but never an older one.
      if (total === 0) await vi.waitFor(() => expect(committed[pair]).toBeGreaterThan(asked));
      else expect(total).toBe(2);
      if (total > 0) current += 1;
      reads += 1;
    }
  };
  for (const [pair, both] of pairs.entries()) for (const id of both) await rename(id, `p${pair}-0-`);
  const writers = pairs.map((_pair, i) => writer(i));
  try {
    await Promise.all(Array.from({ length: 6 }, reader));
  } finally {
    writing.abort();
    await Promise.all(writers);
  }
  expect(reads).toBeGreaterThan(50);
  expect(current).toBeGreaterThan(20);
}, 60_000);
