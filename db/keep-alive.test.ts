/** Connections on which nothing is sent are asked by the kernel whether the other side is there, before anything on the way forgets them. */
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type DatabaseByTcp, openDatabaseByTcp } from '@innkeeper/lab/database-by-tcp';
import { minutes, seconds } from '@innkeeper/model/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from './connect.ts';
import { holdNode } from './node-lock.ts';

let lab: TestDatabase;
let byTcp: DatabaseByTcp;
beforeAll(async () => {
  lab = await openTestDatabase();
  byTcp = await openDatabaseByTcp(lab.url);
});
afterAll(async () => {
  await byTcp.close();
  await lab.close();
});

/** Each of so many connections is asked, and first within so long. */
const expectAsked = (count: number, withinMs: number) =>
  vi.waitFor(() => {
    const timers = byTcp.askPeersIn();
    expect(timers).toHaveLength(count);
    for (const timer of timers) expect(timer ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(withinMs);
  });

test('connections of the pool are asked after a minute', async () => {
  const { db, close } = openDatabase({ url: byTcp.url, max: 2 });
  await Promise.all([1, 2].map(() => sql`select pg_sleep(0.05)`.execute(db)));
  await expectAsked(2, minutes(1));
  await close();
});

test('the session that holds a node is asked by its worker as early as by the server', async () => {
  const held = await holdNode({ url: byTcp.url, nodeId: 1, onLost: vi.fn() });
  await expectAsked(1, seconds(10));
  await held?.release();
});
