import { openAlertsOf } from '@innkeeper/db/tables/alerts';
import { pageOfAuditEntries } from '@innkeeper/db/tables/audit-entries';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { hours } from '@innkeeper/model/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countAuditLines } from './count-audit-lines.ts';
import { verifyAuditCounts } from './verify-audit-counts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Runs the job as often as it runs in a week. */
async function verifyForAWeek(): Promise<number> {
  let differed = 0;
  for (let hour = 0; hour < 7 * 24; hour += 1) {
    const clock = { now: () => new Date(hours(hour)) };
    differed += await verifyAuditCounts({ db: database.db, clock });
  }
  return differed;
}

test.each([
  ['all lines of a range', "update audit_counts set n = n + 1 where action = ''"],
  ['lines of an action', "update audit_counts set n = n - 1 where action = 'stopServer'"],
  ['a row that is not there', "delete from audit_counts where action = 'stopServer'"],
  ['a range that is not there', "delete from audit_counts where action = ''"],
  ['where a range begins', "update audit_counts set from_at = now() - interval '2 days' where action = 'stopServer'"],
])('repairs a wrong count within a week, and alerts the operator: %s', async (_what, broken) => {
  const { db } = database;
  const { accountId } = await givenAccount(db);
  const other = await givenAccount(db);
  for (const account_id of [accountId, other.accountId]) {
    const line = { account_id, actor_kind: 'job', actor_name: 'given' } as const;
    const lines = ['startServer', 'stopServer', 'stopServer'].map((action) => ({ ...line, action }));
    await db.insertInto('audit_log').values(lines).execute();
  }
  await countAuditLines({ db });
  const alertKeys = async () => (await openAlertsOf(db, 'list_miscounted')).map(({ key }) => key);
  const before = await alertKeys();
  const counts = () => db.selectFrom('audit_counts').selectAll().orderBy('account_id').orderBy('action').execute();
  const right = await counts();
  expect([await verifyForAWeek(), await alertKeys()]).toEqual([0, before]);

  await sql.raw(`${broken} and account_id = ${accountId}`).execute(db);
  expect(await counts()).not.toEqual(right);
  expect([await verifyForAWeek(), await alertKeys()]).toEqual([1, [...before, `audit_log:account:${accountId}`]]);
  expect(await counts()).toEqual(right);
  const query = { accountId, start: new Date(0), page: 1, perPage: 10 };
  expect(await pageOfAuditEntries(db, query)).toMatchObject({ total: 3 });
  expect(await pageOfAuditEntries(db, { ...query, action: 'stopServer' })).toMatchObject({ total: 2 });
});
