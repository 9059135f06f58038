import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { forEachDueConcurrently } from './due-concurrently.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => sql`truncate due_failures, operator_alerts`.execute(database.db));

let now = new Date('2026-01-01T00:00:00Z');
const failures = () => database.db.selectFrom('due_failures').select(['item_id', 'attempts']).orderBy('item_id').execute();
const openAlerts = () => database.db.selectFrom('operator_alerts').select('key').where('resolved_at', 'is', null).execute();

/** Runs the work. Processed items are no longer due. */
function work(due: Set<number>, act: (id: number) => Promise<boolean>, stopping?: AbortSignal) {
  const at = { db: database.db, clock: { now: () => now }, ...(stopping && { stopping }) };
  return forEachDueConcurrently(at, {
    ...{ name: 'test-work', kind: 'thing' },
    find: async (except) => [...due].filter((id) => !except.includes(id)).map((id) => ({ id })),
    act: async ({ id }) => {
      const did = await act(id);
      due.delete(id);
      return did;
    },
  });
}

/** Returns a promise that resolves when `open` is called. */
function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

test('a slow item does not block others, new items, or retries', async () => {
  const slow = gate();
  const [due, done] = [new Set([1, 2, 3]), [] as number[]];
  let broken = true;
  const run = work(due, async (id) => {
    if (id === 1) await slow.passed;
    if (id === 2 && broken) throw new Error('no');
    done.push(id);
    return true;
  });
  await vi.waitFor(async () => expect([done, await failures()]).toEqual([[3], [{ item_id: 2, attempts: 1 }]]));
  due.add(4);
  await vi.waitFor(() => expect(done).toEqual([3, 4]));
  expect(await openAlerts()).toEqual([{ key: 'test-work:2' }]);
  broken = false;
  now = new Date(now.getTime() + minutes(1));
  await vi.waitFor(() => expect(done).toEqual([3, 4, 2]));
  slow.open();
  expect(await run).toBe(4);
  expect([await failures(), await openAlerts()]).toEqual([[], []]);
});

test('does not repeat an item without work in the same run, and clears failures of items no longer due', async () => {
  const due = new Set([1]);
  await work(due, async () => Promise.reject(new Error('no')));
  expect(await failures()).toEqual([{ item_id: 1, attempts: 1 }]);
  now = new Date(now.getTime() + minutes(1));
  const tried: number[] = [];
  const act = async ({ id }: { id: number }) => {
    tried.push(id);
    return false;
  };
  const find = async (except: readonly number[]) => [2].filter((id) => !except.includes(id)).map((id) => ({ id }));
  expect(
    await forEachDueConcurrently({ db: database.db, clock: { now: () => now } }, { name: 'test-work', kind: 'thing', find, act }),
  ).toBe(0);
  expect([tried, await failures(), await openAlerts()]).toEqual([[2], [], []]);
});

test('while stopping, starts no item and waits for those in progress', async () => {
  const slow = gate();
  const stop = new AbortController();
  const begun: number[] = [];
  const due = new Set([1]);
  const run = work(
    due,
    async (id) => {
      begun.push(id);
      await slow.passed;
      return true;
    },
    stop.signal,
  );
  await vi.waitFor(() => expect(begun).toEqual([1]));
  stop.abort();
  due.add(2);
  slow.open();
  expect(await run).toBe(1);
  expect(begun).toEqual([1]);
});

test('a failing query ends the run, after the items in progress', async () => {
  const slow = gate();
  const ended: number[] = [];
  let looks = 0;
  const run = forEachDueConcurrently(
    { db: database.db, clock: { now: () => now } },
    {
      ...{ name: 'test-work', kind: 'thing' },
      find: async () => {
        looks += 1;
        if (looks > 1) throw new Error('the database is away');
        return [{ id: 1 }];
      },
      act: async ({ id }) => {
        await slow.passed;
        ended.push(id);
        return true;
      },
    },
  );
  await vi.waitFor(() => expect(looks).toBe(2));
  slow.open();
  await expect(run).rejects.toThrow('the database is away');
  expect(ended).toEqual([1]);
});
