import { registerImage } from '@innkeeper/db/seed/register-image';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenCx } from '@innkeeper/lab/given-cx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListImages, listServerImages } from './list.ts';

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

test.each<[string, Partial<ListImages>, string[]]>([
  ['all that are on sale', {}, ['Tiny Linux', 'WordPress 6']],
  ['by type', { type: 'app' }, ['WordPress 6']],
  ['by group', { group: 'tiny' }, ['Tiny Linux']],
  ['by both, when nothing is both', { type: 'app', group: 'tiny' }, []],
  ['by a virtualization that there is not', { virtualization: 'lxc' }, []],
  ['the second page', { page: 2, perPage: 1 }, ['WordPress 6']],
])('%s', async (_what, filters, names) => {
  const cx = givenCx(database.db, await givenAccount(database.db));
  const { rows, total } = await listServerImages(cx, { page: 1, perPage: 50, virtualization: 'kvm', ...filters });
  expect(rows.map((row) => row.name)).toEqual(names);
  expect(total).toBe(filters.page === 2 ? 2 : names.length);
});
