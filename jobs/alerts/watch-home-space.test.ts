import { openAlerts } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import type { SpaceState } from '@innkeeper/model/installation/space';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchHomeSpace } from './watch-home-space.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

async function alertsAfter(state: SpaceState | null): Promise<string[]> {
  const homeSpace = () => (state === null ? null : { state, freeBytes: 5 * 2 ** 20 });
  await watchHomeSpace({ db: lab.db, clock: { now: () => new Date() }, homeSpace });
  return (await openAlerts(lab.db)).map(({ kind, message }) => `${kind}: ${message.slice(0, 54)}`);
}

test('one alert is open from the end of the ballast until there is enough space', async () => {
  const open = ['home_full: The disk of the database is full: 5 MB were left. Cust'];
  expect(await alertsAfter('ample')).toEqual([]);
  expect(await alertsAfter('low')).toEqual([]);
  expect(await alertsAfter('full')).toEqual(open);
  expect(await alertsAfter('full')).toEqual(open);
  // A restarted supervisor, or the worker of another node.
  expect(await alertsAfter('low')).toEqual(open);
  expect(await alertsAfter(null)).toEqual(open);
  expect(await alertsAfter('ample')).toEqual([]);
});
