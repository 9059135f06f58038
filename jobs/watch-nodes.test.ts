import { openAlerts } from '@innkeeper/db/tables/alerts';
import { expectBack, markSeen } from '@innkeeper/db/tables/node-presence';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenNode } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchNodes } from './watch-nodes.ts';

const START = Date.UTC(2026, 10, 27, 3);
let lab: TestDatabase;
let ids: number[];
beforeAll(async () => {
  lab = await openTestDatabase();
  ids = [await givenNode(lab.db, { name: 'one' }), await givenNode(lab.db, { name: 'two' })];
});
afterAll(() => lab.close());

/** Sets the times at which the worker service and each node were last seen. */
async function seen(service: number, ...nodes: number[]): Promise<void> {
  const row = { service: 'worker', beat_at: new Date(START + service) } as const;
  await lab.db
    .insertInto('service_beats')
    .values(row)
    .onConflict((oc) => oc.column('service').doUpdateSet(row))
    .execute();
  for (const [i, at] of nodes.entries()) await markSeen(lab.db, ids[i] ?? 0, new Date(START + at));
}
beforeEach(() => seen(0, 0, 0));

async function openAt(ms: number): Promise<string[]> {
  await watchNodes(givenJobCx(lab.db, { clock: { now: () => new Date(START + ms) } }));
  return (await openAlerts(lab.db)).map(({ kind }) => kind).sort();
}

test('an alert opens when the installation has no worker, and closes when it has one', async () => {
  expect(await openAt(seconds(30))).toEqual([]);
  expect(await openAt(minutes(2))).toEqual(['node_away', 'node_away']);
  expect(await openAt(minutes(6))).toEqual(['node_away', 'node_away', 'worker_away']);
  await seen(minutes(6), minutes(6));
  expect(await openAt(minutes(6))).toEqual(['node_away']);
  await seen(minutes(6), minutes(6), minutes(6));
  expect(await openAt(minutes(6))).toEqual([]);
});

test('a single missing node, or an intended shutdown, does not count as having no worker', async () => {
  await seen(0, 0, minutes(6));
  expect(await openAt(minutes(6))).toEqual(['node_away']);
  for (const id of ids) await expectBack(lab.db, id, new Date(START + minutes(30)));
  expect(await openAt(minutes(20))).toEqual([]);
});
