import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { asMutation } from '@innkeeper/lab/given-cx';
import { inputOf } from '@innkeeper/lab/path-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPlans } from './plans.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.updateTable('plans').set({ disabled_at: new Date() }).where('key', '=', 'micro').execute();
});
afterAll(() => database.close());

test('lists plans on sale by position, each with the next larger one', async () => {
  const account = await givenAccount(database.db);
  const list = (query: object) =>
    asMutation(database.db, account, async (cx) => listPlans(cx, await inputOf(cx, 'listPlans', { query })));
  // `micro` would be the next plan, but is not on sale.
  expect(await list({ page: 1, per_page: 2, 'filter[type]': 'standard' })).toMatchObject({
    data: [
      { key: 'nano', plan_with_more_disk: 'small', plan_with_more_memory: 'small' },
      { key: 'small', plan_with_more_disk: 'medium', plan_with_more_memory: 'medium' },
    ],
    meta: { total: 4 },
  });
  const { data } = (await list({ page: 1, per_page: 50, 'filter[type]': 'dedicated' })) as { data: object[] };
  expect(data.at(-1)).toMatchObject({ key: 'dedicated-large', plan_with_more_disk: null, plan_with_more_memory: null });
});
