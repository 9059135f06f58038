import { openAlertsOf } from '@innkeeper/db/tables/alerts';
import { idsOfServers } from '@innkeeper/db/tables/servers';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { systemClock } from '@innkeeper/model/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compactListCounts } from './compact-list-counts.ts';
import { verifyListCounts } from './verify-list-counts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('repairs a wrong count and alerts the operator, without mentioning correct ones', async () => {
  const { accountId } = await givenAccount(database.db, { funds: 100n });
  await givenAccount(database.db, { funds: 100n });
  await givenServer(database.db, { accountId });
  const totalOf = async () => (await idsOfServers(database.db, { accountId, page: 1, perPage: 10, statuses: ['active'] })).total;
  const alertKeys = async () => (await openAlertsOf(database.db, 'list_miscounted')).map(({ key }) => key);

  await compactListCounts(database);
  expect(await database.db.selectFrom('list_changes').selectAll().execute()).toEqual([]);
  await verifyListCounts({ db: database.db, clock: systemClock });
  expect([await totalOf(), await alertKeys()]).toEqual([1, []]);

  await sql`update list_counts set n = 5 where account_id = ${accountId} and list = 'servers'`.execute(database.db);
  expect(await totalOf()).toBe(5);
  await verifyListCounts({ db: database.db, clock: systemClock });
  expect([await totalOf(), await alertKeys()]).toEqual([1, [`servers:account:${accountId}`]]);
});

test('starts no account while its process stops', async () => {
  const { db } = database;
  const { accountId } = await givenAccount(db, { funds: 100n });
  await givenServer(db, { accountId });
  await compactListCounts(database);
  await sql`update list_counts set n = 5 where account_id = ${accountId} and list = 'servers'`.execute(db);
  expect(await verifyListCounts({ db, clock: systemClock, stopping: AbortSignal.abort() })).toBe(0);
  expect(await verifyListCounts({ db, clock: systemClock })).toBe(1);
});

test('an account whose lists cannot be counted or compared does not block others, and opens an alert', async () => {
  const { db } = database;
  const bad = await givenAccount(db, { funds: 100n });
  const good = await givenAccount(db, { funds: 100n });
  await compactListCounts(database);
  await sql`create function refuse_bad() returns trigger language plpgsql as
    ${sql.raw(`$$ begin if new.account_id = ${bad.accountId} then raise exception 'no'; end if; return new; end $$`)}`.execute(
    db,
  );
  await sql`create trigger refuse_bad before insert or update on list_counts for each row execute function refuse_bad()`.execute(
    db,
  );

  for (const { accountId } of [bad, good]) await givenServer(db, { accountId });
  await expect(compactListCounts(database)).rejects.toThrow('could not be counted');
  const left = await db.selectFrom('list_changes').select('account_id').distinct().execute();
  expect(left.map(({ account_id }) => account_id)).toEqual([bad.accountId]);

  await sql`insert into list_changes values (${bad.accountId}, 'servers', now(), 1, null, 'active')`.execute(db);
  await sql`update list_counts set n = 7 where account_id = ${good.accountId} and list = 'servers'`.execute(db);
  expect(await verifyListCounts({ db, clock: systemClock })).toBe(1);
  expect((await openAlertsOf(db, 'due_failed')).map(({ key }) => key)).toEqual([expect.stringContaining(String(bad.accountId))]);
});
