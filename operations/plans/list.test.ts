import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenCx } from '@innkeeper/lab/given-cx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPlans } from './list.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.updateTable('plans').set({ disabled_at: new Date() }).where('key', '=', 'micro').execute();
});
afterAll(() => database.close());

test('lists plans on sale by position, each with the next larger one', async () => {
  const cx = givenCx(database.db, await givenAccount(database.db));
  const { rows, total } = await listPlans(cx, { page: 1, perPage: 2, type: 'standard' });
  expect(total).toBe(4);
  // `micro` would be the next plan, but is not on sale.
  expect(rows).toMatchObject([
    { key: 'nano', with_more_disk: 'small', with_more_memory: 'small' },
    { key: 'small', with_more_disk: 'medium', with_more_memory: 'medium' },
  ]);
  const { rows: last } = await listPlans(cx, { page: 1, perPage: 50, type: 'dedicated' });
  expect(last.at(-1)).toMatchObject({ key: 'dedicated-large', with_more_disk: null, with_more_memory: null });
});
