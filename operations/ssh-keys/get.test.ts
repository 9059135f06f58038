import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer, givenSshKey } from '@innkeeper/lab/given';
import { asMutation, givenCx } from '@innkeeper/lab/given-cx';
import { rowsOf } from '@innkeeper/lab/path-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteSshKey } from './delete.ts';
import { getSshKey } from './get.ts';
import { listSshKeys } from './list.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a key lists the servers that carry it, without ended ones', async () => {
  const { db } = database;
  const account = await givenAccount(db);
  const key = await givenSshKey(db, account);
  const server = { accountId: account.accountId, sshKeyIds: [key.id] };
  const id = await givenServer(db, { ...server, hostname: 'web-1' });
  await givenServer(db, { ...server, status: 'terminated' });
  const found = await asMutation(db, account, async (cx) => getSshKey(cx, await rowsOf(cx, 'getSshKey', key.id)));
  expect(found).toMatchObject({ public_key: key.publicKey, servers: [{ id, hostname: 'web-1' }] });
});

test("lists the account's own keys, oldest first, in pages", async () => {
  const { db } = database;
  const account = await givenAccount(db);
  await givenSshKey(db, await givenAccount(db));
  const ids = [];
  for (let i = 0; i < 3; i += 1) ids.push((await givenSshKey(db, account)).id);
  const cx = givenCx(db, account);
  const pages = [await listSshKeys(cx, { page: 1, perPage: 2 }), await listSshKeys(cx, { page: 2, perPage: 2 })];
  expect(pages.flatMap(({ rows }) => rows.map((row) => row.id))).toEqual(ids);
  expect(pages.map(({ total }) => total)).toEqual([3, 3]);
});

test('a deleted key is gone, and its servers keep running', async () => {
  const { db } = database;
  const account = await givenAccount(db);
  const key = await givenSshKey(db, account);
  const server = await givenServer(db, { accountId: account.accountId, sshKeyIds: [key.id] });
  const other = await givenAccount(db);
  const remove = (who = account) => asMutation(db, who, async (cx) => deleteSshKey(cx, await rowsOf(cx, 'deleteSshKey', key.id)));
  await expect(remove(other)).rejects.toMatchObject({ code: 'not_yours' });
  await remove();
  await expect(remove()).rejects.toMatchObject({ code: 'not_found' });
  expect(await db.selectFrom('servers').select('status').where('id', '=', server).executeTakeFirst()).toEqual({
    status: 'active',
  });
  const line = await db.selectFrom('audit_log').selectAll().where('resource_id', '=', key.id).executeTakeFirstOrThrow();
  expect(line).toMatchObject({ action: 'deleteSshKey', resource_kind: 'ssh_key' });
});
