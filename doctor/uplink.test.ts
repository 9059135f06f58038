import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenNode } from '@innkeeper/lab/given';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkUplink } from './uplink.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test("verifies the uplink of the node as configured, and reports its worker's errors", async () => {
  const asked: unknown[] = [];
  const network = {
    checkUplink: async (shared: unknown) => {
      asked.push(shared);
      return [{ name: 'link', ok: true, why: 'it answers', remedy: null } as const];
    },
  };
  const look = () => checkUplink({ db: lab.db, network, node: 'here' });
  expect(await look()).toEqual([]);
  await givenNode(lab.db, { name: 'here' });
  expect(await look()).toEqual([expect.objectContaining({ name: 'link' })]);
  expect(asked).toEqual([expect.objectContaining({ uplink: NO_UPLINK })]);
  const uplink = JSON.stringify({ ...NO_UPLINK, mode: 'nat' });
  await lab.db.updateTable('nodes').set({ uplink, uplink_error: 'no default route' }).where('name', '=', 'here').execute();
  expect(await look()).toMatchObject([{ name: 'uplink', ok: false, why: 'no default route' }, { name: 'link' }]);
  expect(asked.at(-1)).toMatchObject({ uplink: { mode: 'nat' } });
});
