import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../connect.ts';
import { type DueWork, forEachDue } from './due.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => sql`truncate due_failures, operator_alerts`.execute(database.db));

const START = new Date('2026-01-01T00:00:00Z');
const alerts = () => database.db.selectFrom('operator_alerts').select(['kind', 'key', 'resource_id', 'resolved_at']).execute();
const failures = () => database.db.selectFrom('due_failures').select(['item_id', 'attempts', 'next_at']).execute();

function work(due: number[], act: DueWork<{ id: number }>['act'], batch = 2) {
  const find = async (except: readonly number[]) =>
    due
      .filter((id) => !except.includes(id))
      .slice(0, batch)
      .map((id) => ({ id }));
  const at = (ms: number) => ({ db: database.db, clock: { now: () => new Date(START.getTime() + ms) } });
  return (ms = 0) => forEachDue(at(ms), { name: 'test-work', kind: 'thing', find, act });
}

test('a failed item does not block others, and opens one alert', async () => {
  const tried: number[] = [];
  const run = work([1, 2, 3, 4, 5], async ({ id }) => {
    tried.push(id);
    if (id < 3) throw new Error(`no ${id}`);
    return true;
  });
  expect(await run()).toBe(3);
  expect(tried).toEqual([1, 2, 3, 4, 5]);
  expect(await alerts()).toEqual([
    { kind: 'due_failed', key: 'test-work:1', resource_id: 1, resolved_at: null },
    { kind: 'due_failed', key: 'test-work:2', resource_id: 2, resolved_at: null },
  ]);
  await run(minutes(1));
  expect(await alerts()).toHaveLength(2);
});

test("an unavailable database is no item's failure: the run ends without alerts or back-off", async () => {
  const gone = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' });
  const run = work([1, 2], async ({ id }) => {
    if (id === 1) await sql`select 1`.execute(gone.db);
    return true;
  });
  await expect(run()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const shutDown = Object.assign(new Error('terminating connection'), { code: '57P01' });
  await expect(work([1], () => Promise.reject(shutDown))()).rejects.toBe(shutDown);
  expect([await alerts(), await failures()]).toEqual([[], []]);
  await gone.close();
});

test("a lock timeout and a refusing mail server count as the item's own failure", async () => {
  for (const [i, code] of ['55P03', '57014', '40001', 'ECONNREFUSED'].entries())
    await work([i + 1], () => Promise.reject(Object.assign(new Error(code), { code })))();
  expect(await failures()).toHaveLength(4);
});

test('items whose error is alerted elsewhere open no alerts, and are skipped all the same', async () => {
  const failing = (words: string) => async () => {
    throw new Error(words);
  };
  const at = { db: database.db, clock: { now: () => START } };
  const find = async (except: readonly number[]) => [1, 2].filter((id) => !except.includes(id)).map((id) => ({ id }));
  const all = { name: 'test-work', kind: 'thing', find, isAlertedElsewhere: (error: unknown) => String(error).includes('away') };
  await forEachDue(at, { ...all, act: failing('it is away') });
  expect(await alerts()).toEqual([]);
  expect(await failures()).toMatchObject([{ next_at: new Date(START.getTime() + minutes(1)) }, { attempts: 1 }]);
  await sql`update due_failures set next_at = ${START}`.execute(database.db);
  await forEachDue(at, { ...all, act: failing('it is broken') });
  expect(await alerts()).toHaveLength(2);
});

test('skips a failed item for a back-off that doubles up to a maximum, in every process', async () => {
  let tries = 0;
  const run = work([1], async () => {
    tries += 1;
    throw new Error('no');
  });
  let now = 0;
  for (const pause of [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]) {
    await run(now);
    await run(now + minutes(pause) - 1);
    expect(await failures()).toMatchObject([{ attempts: tries, next_at: new Date(START.getTime() + now + minutes(pause)) }]);
    now += minutes(pause);
  }
  expect(tries).toBe(11);
  expect(now).toBeGreaterThan(hours(12));
});

test('clears the failure when the item succeeds or is no longer due', async () => {
  let broken = true;
  const due = [1, 2];
  const run = work(due, async () => {
    if (broken) throw new Error('no');
    return true;
  });
  await run();
  broken = false;
  due.pop();
  expect(await run(minutes(1))).toBe(1);
  expect(await failures()).toEqual([]);
  expect(await alerts()).toMatchObject([{ resolved_at: expect.any(Date) }, { resolved_at: expect.any(Date) }]);
});

test('ends the run when no capacity is left', async () => {
  const tried: number[] = [];
  const run = work([1, 2, 3], async ({ id }) => {
    tried.push(id);
    return id === 2 ? 'full' : true;
  });
  expect(await run()).toBe(1);
  expect(tried).toEqual([1, 2]);
});

test('processes a batch in one transaction, and each item alone if that fails', async () => {
  const done: number[][] = [];
  const act = async (items: readonly { id: number }[]) => {
    if (items.some(({ id }) => id === 2 || id === 5)) throw new Error('no');
    done.push(items.map(({ id }) => id));
    return items.length;
  };
  const due = [1, 2, 3, 4, 5, 6, 7];
  const at = (ms: number) => ({ db: database.db, clock: { now: () => new Date(START.getTime() + ms) } });
  const run = (ms = 0) =>
    forEachDue(at(ms), {
      ...{ name: 'test-work', kind: 'thing' },
      find: async (except) => due.filter((id) => !except.includes(id)).map((id) => ({ id })),
      act: async (item) => (await act([item])) > 0,
      batch: { groups: (items) => [items.slice(0, 3), items.slice(3)].filter(({ length }) => length > 0), act },
    });
  expect(await run()).toBe(5);
  expect(done).toEqual([[1], [3], [4], [6], [7]]);
  expect((await alerts()).map(({ resource_id }) => resource_id)).toEqual([2, 5]);
  // Items that failed before run alone, so that they do not spoil a batch again.
  done.length = 0;
  expect(await run(minutes(2))).toBe(5);
  expect(done).toEqual([
    [1, 3, 4],
    [6, 7],
  ]);
});

test('limits concurrency', async () => {
  let [underWay, max] = [0, 0];
  const find = async (except: readonly number[]) =>
    [1, 2, 3, 4, 5, 6, 7].filter((id) => !except.includes(id)).map((id) => ({ id }));
  const act = async ({ id }: { id: number }) => {
    underWay += 1;
    max = Math.max(max, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    if (id === 4) throw new Error('no');
    return true;
  };
  const clock = { now: () => START };
  expect(await forEachDue({ db: database.db, clock }, { name: 'test-work', kind: 'thing', find, act, concurrency: 3 })).toBe(6);
  expect(max).toBe(3);
  expect((await alerts()).map(({ resource_id }) => resource_id)).toEqual([4]);
});

test('a stopping process starts no more items or batches, and the next process continues', async () => {
  for (const together of [undefined, { groups: (items: readonly { id: number }[]) => items.map((one) => [one, one]) }]) {
    const stopping = new AbortController();
    const left = new Set([1, 2, 3, 4, 5]);
    const act = async ({ id }: { id: number }) => {
      if (id === 2) stopping.abort();
      return left.delete(id);
    };
    const find = async (except: readonly number[]) => [...left].filter((id) => !except.includes(id)).map((id) => ({ id }));
    const common = { name: 'test-work', kind: 'thing', find, act };
    const run = (signal: AbortSignal) =>
      forEachDue(
        { db: database.db, clock: { now: () => START }, stopping: signal },
        {
          ...common,
          ...(together && { batch: { ...together, act: async ([one]) => ((await act(one as { id: number })) ? 1 : 0) } }),
        },
      );
    expect(await run(stopping.signal)).toBe(2);
    expect([...left]).toEqual([3, 4, 5]);
    expect(await run(new AbortController().signal)).toBe(3);
  }
});
