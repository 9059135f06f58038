import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lockNode } from './node-lock.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const hold = (nodeId: number, onLost = vi.fn()) => lockNode({ url: lab.url, nodeId, onLost, lockWaitMs: 100 });

/** Lists the sessions that hold the node's lock, or wait for it. */
const sessions = async (nodeId: number, granted: boolean) => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_locks
    where locktype = 'advisory' and classid = 7766 and objid = ${nodeId} and granted = ${granted}
      and database = (select oid from pg_database where datname = current_database())`.execute(lab.db);
  return rows.map(({ pid }) => pid);
};
const holderOf = async (nodeId: number): Promise<number> => (await sessions(nodeId, true))[0] ?? expect.fail('nobody has it');
const breakSession = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(lab.db);

test('a node has one worker at a time, independently of other nodes', async () => {
  const [first, other] = [await hold(1), await hold(2)];
  expect([first, other]).not.toContain(null);
  expect(await hold(1)).toBeNull();
  await first?.release();
  const next = await hold(1);
  expect(next).not.toBeNull();
  await Promise.all([other?.release(), next?.release()]);
  expect(await sessions(1, true)).toEqual([]);
});

test('reopens a broken session', async () => {
  const onLost = vi.fn();
  const held = await hold(3, onLost);
  const before = await holderOf(3);
  await breakSession(before);
  await vi.waitFor(async () => expect(await holderOf(3)).not.toBe(before), { timeout: 20_000 });
  expect(onLost).not.toHaveBeenCalled();
  await held?.release();
});

test('notifies a worker if another took its node while its session was broken', async () => {
  const onLost = vi.fn();
  const held = await hold(4, onLost);
  const other = await lab.pool.connect();
  const taking = other.query('select pg_advisory_lock(7766, 4)');
  await vi.waitFor(async () => expect(await sessions(4, false)).toHaveLength(1), { timeout: 20_000 });
  await breakSession(await holderOf(4));
  await taking;
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  await held?.release();
  other.release(true);
});
