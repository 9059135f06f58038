import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkFloodFilter } from './flood-filter.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('finds addresses that are guarded differently from their rows or without one, unless the worker fixes them', async () => {
  const { accountId } = await givenAccount(lab.db);
  const serverId = await givenServer(lab.db, { accountId });
  const rows = lab.db.selectFrom('ip_addresses').select(['address', 'ddos_protected']).where('server_id', '=', serverId);
  const [first] = await rows.where('version', '=', 4).execute();
  await lab.db.deleteFrom('ip_addresses').where('server_id', '=', serverId).where('version', '=', 6).execute();
  const node = await lab.db.selectFrom('nodes').select('name').orderBy('id').executeTakeFirstOrThrow();
  const network = `${first?.address}/32`;
  const isProtected = first?.ddos_protected ?? false;
  const look = (...there: { network: string; protected: boolean }[][]) => {
    const guardedNetworks = async () => (there.length > 1 ? there.shift() : there[0]) ?? [];
    return checkFloodFilter({ db: lab.db, guard: { unsupported: null, guardedNetworks }, node: node.name, pauseMs: 0 });
  };
  const right = { network, protected: isProtected };
  expect(await look([right])).toMatchObject([{ ok: true }]);
  expect(await look([])).toMatchObject([{ ok: false, why: `packets to ${network} are not counted` }]);
  expect(await look([{ network, protected: !isProtected }])).toMatchObject([{ ok: false }]);
  const nobodys = { network: '2001:db8:1:2::/64', protected: true };
  expect(await look([right, nobodys])).toMatchObject([
    { ok: false, why: 'packets to 2001:db8:1:2::/64 are counted without need' },
  ]);
  expect(await look([], [right])).toMatchObject([{ ok: true }]);
});
