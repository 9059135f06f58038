import { registerImage } from '@innkeeper/db/seed/register-image';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { asMutation } from '@innkeeper/lab/given-cx';
import { inputOf } from '@innkeeper/lab/path-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listServerImages } from './server-images.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await db.insertInto('image_groups').values({ key: 'wordpress', name: 'WordPress', type: 'app', position: 2 }).execute();
  await db.transaction().execute(async (trx) => {
    await registerImage(trx, { key: 'wp', name: 'WordPress 6', group: 'wordpress', path: '/nowhere', format: 'raw' });
    await registerImage(trx, { key: 'old', name: 'Old', group: 'tiny', path: '/nowhere', format: 'raw' });
  });
  await db.updateTable('images').set({ disabled_at: new Date() }).where('key', '=', 'old').execute();
});
afterAll(() => database.close());

test.each<[string, Record<string, string | number>, string[]]>([
  ['all that are on sale', {}, ['Tiny Linux', 'WordPress 6']],
  ['by type', { 'filter[type]': 'app' }, ['WordPress 6']],
  ['by group', { 'filter[group]': 'tiny' }, ['Tiny Linux']],
  ['by both, when nothing is both', { 'filter[type]': 'app', 'filter[group]': 'tiny' }, []],
  ['by a virtualization that there is not', { 'filter[virtualization]': 'lxc' }, []],
  ['the second page', { page: 2, per_page: 1 }, ['WordPress 6']],
])('%s', async (_what, filters, names) => {
  const query = { 'filter[virtualization]': 'kvm', ...filters };
  const account = await givenAccount(database.db);
  const reply = await asMutation(database.db, account, async (cx) =>
    listServerImages(cx, await inputOf(cx, 'listServerImages', { query })),
  );
  expect(reply).toMatchObject({
    data: names.map((name) => ({ name })),
    meta: { total: filters.page === 2 ? 2 : names.length },
  });
});
