import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { SERVICE_TYPES } from '@innkeeper/model/services';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { SERVICES, type SoldType } from './registry.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('every type of service is registered; of those that nobody can buy there is no row, and no hook that could be called', async () => {
  expect(Object.keys(SERVICES).toSorted()).toEqual([...SERVICE_TYPES].toSorted());
  expectTypeOf<SoldType>().toEqualTypeOf<'server' | 'server-addon' | 'floating-ip'>();
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
    expect([type, taken]).toEqual([type, SERVICES[type] !== null]);
  }
});
