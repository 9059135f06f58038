import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkProtection } from './protection.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('finds missing and orphaned rules, unless the worker fixes them', async () => {
  const { accountId } = await givenAccount(lab.db);
  const serverId = await givenServer(lab.db, { accountId });
  const address = await lab.db
    .selectFrom('ip_addresses')
    .select(['id', 'address'])
    .where('server_id', '=', serverId)
    .executeTakeFirstOrThrow();
  const node = await lab.db
    .selectFrom('nodes')
    .innerJoin('server_details as s', 's.node_id', 'nodes.id')
    .select('nodes.name')
    .where('s.id', '=', serverId)
    .executeTakeFirstOrThrow();
  const values = { ip_address_id: address.id, blacklist: ['192.0.2.0/24'], blacklist_active: true, revision: 'r1' };
  await lab.db.insertInto('ip_protections').values(values).execute();
  const network = `${address.address}/32`;
  const look = async (...there: [string, string][][]) => {
    const protection = async () => ({ revisions: new Map(there.length > 1 ? there.shift() : there[0]), changed: [] });
    return checkProtection({ db: lab.db, network: { protection }, node: node.name, pauseMs: 0 });
  };
  expect(await look([[network, 'r1']])).toMatchObject([{ ok: true }]);
  expect(await look([[network, 'r0']])).toMatchObject([{ ok: false, why: `${network} has no rules` }]);
  expect(await look([])).toMatchObject([{ ok: false, why: `${network} has no rules` }]);
  const stale: [string, string][] = [
    [network, 'r1'],
    ['203.0.113.9/32', 'r7'],
  ];
  expect(await look(stale)).toMatchObject([{ ok: false, why: '203.0.113.9/32 has rules but no list or filter' }]);
  expect(await look([], [[network, 'r1']])).toMatchObject([{ ok: true }]);
  expect(
    await checkProtection({ db: lab.db, network: { protection: () => Promise.reject(new Error('not asked')) }, node: 'none' }),
  ).toEqual([]);
});
