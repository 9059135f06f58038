import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { SERVICE_TYPES } from '@innkeeper/model/services/services';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SERVICES } from './registry.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('every type of service is registered, and the database accepts rows of each', async () => {
  expect(Object.keys(SERVICES).toSorted()).toEqual([...SERVICE_TYPES].toSorted());
  const { accountId } = await givenAccount(lab.db);
  const parent = await givenServer(lab.db, { accountId });
  for (const type of SERVICE_TYPES) {
    const parentId = type === 'server-addon' ? parent : null;
    const key = type === 'server' ? null : 'backups';
    const insert = sql`insert into services (type, account_id, parent_id, key, status, billing_cycle, renew_price)
      values (${type}, ${accountId}, ${parentId}, ${key}, 'active', 1, 0)`.execute(lab.db);
    const taken = await insert.then(
      () => true,
      () => false,
    );
    expect([type, taken]).toEqual([type, true]);
  }
});
