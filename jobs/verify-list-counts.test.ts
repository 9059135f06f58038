import { openAlertsOf } from '@innkeeper/db/tables/alerts';
import { pageOfServers } from '@innkeeper/db/tables/servers';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compactListCounts } from './compact-list-counts.ts';
import { verifyListCounts } from './verify-list-counts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a broken count is mended, and the operator told; right ones are not mentioned', async () => {
  const { accountId } = await givenAccount(database.db, { funds: 100n });
  await givenAccount(database.db, { funds: 100n });
  await givenServer(database.db, { accountId });
  const totalOf = async () => (await pageOfServers(database.db, { accountId, page: 1, perPage: 10, statuses: ['active'] })).total;
  const told = async () => (await openAlertsOf(database.db, 'list_miscounted')).map(({ key }) => key);

  await compactListCounts(database);
  expect(await database.db.selectFrom('list_changes').selectAll().execute()).toEqual([]);
  await verifyListCounts(database);
  expect([await totalOf(), await told()]).toEqual([1, []]);

  await sql`update list_counts set n = 5 where account_id = ${accountId} and list = 'servers'`.execute(database.db);
  expect(await totalOf()).toBe(5);
  await verifyListCounts(database);
  expect([await totalOf(), await told()]).toEqual([1, [`servers:account:${accountId}`]]);
});
