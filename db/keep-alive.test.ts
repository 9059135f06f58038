/** Tests that the kernel probes idle connections before a firewall on the way drops them. */
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type DatabaseByTcp, openDatabaseByTcp } from '@innkeeper/lab/database-by-tcp';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from './connect.ts';
import { lockNode } from './node-lock.ts';

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

/** Expects `count` connections, each with a first probe within `withinMs`. */
const expectAsked = (count: number, withinMs: number) =>
  vi.waitFor(() => {
    const timers = byTcp.askPeersIn();
    expect(timers).toHaveLength(count);
    for (const timer of timers) expect(timer ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(withinMs);
  });

test('pooled connections are probed after a minute', async () => {
  const { db, close } = openDatabase({ url: byTcp.url, max: 2 });
  await Promise.all([1, 2].map(() => sql`select pg_sleep(0.05)`.execute(db)));
  await expectAsked(2, minutes(1));
  await close();
});

test("the session that holds a node's lock is probed equally early by worker and server", async () => {
  const held = await lockNode({ url: byTcp.url, nodeId: 1, onLost: vi.fn() });
  await expectAsked(1, seconds(10));
  await held?.release();
});
