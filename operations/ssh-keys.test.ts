import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenServer, givenSshKey, newPublicKey } from '@innkeeper/lab/given';
import { asMutation } from '@innkeeper/lab/given-cx';
import { inputOf } from '@innkeeper/lab/path-rows';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSshKey, deleteSshKey, getSshKey, listSshKeys, updateSshKey } from './ssh-keys.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const add = (account: GivenAccount, body: { name?: string; key: string }, settings = defaultSettings) =>
  asMutation(
    database.db,
    account,
    async (cx) => addSshKey(cx, await inputOf(cx, 'addSshKey', { body: { name: 'any', ...body } })),
    { settings },
  );
const update = (account: GivenAccount, id: number, body: { name?: string; key?: string }) =>
  asMutation(database.db, account, async (cx) => updateSshKey(cx, await inputOf(cx, 'updateSshKey', { id, body })));
const linesOf = (id: number) =>
  database.db.selectFrom('audit_log').selectAll().where('resource_kind', '=', 'ssh_key').where('resource_id', '=', id).execute();

test('a key is stored with its fingerprint, and the audit log names who added it', async () => {
  const account = await givenAccount(database.db);
  const { publicKey, fingerprint } = newPublicKey('two  words');
  const reply = await add(account, { name: 'laptop', key: `  ${publicKey}\n` });
  expect(reply).toMatchObject({ name: 'laptop', fingerprint, key: publicKey.replace('  ', ' '), servers: [] });
  const actor = { actor_kind: 'token', actor_id: account.tokenId, account_id: account.accountId };
  expect(await linesOf((reply as { id: number }).id)).toMatchObject([{ action: 'addSshKey', ...actor }]);
});

test('refuses the same key in the account, whatever its comment, and accepts it in another', async () => {
  const { db } = database;
  const [account, other] = [await givenAccount(db), await givenAccount(db)];
  const { publicKey } = newPublicKey('first');
  const [type, blob] = publicKey.split(' ');
  await add(account, { key: publicKey });
  await expect(add(account, { key: `${type} ${blob} second` })).rejects.toMatchObject({
    code: 'validation',
    details: { errors: { key: ['This key is already in the account.'] } },
  });
  expect(await add(other, { key: publicKey })).toMatchObject({ key: publicKey });
});

test('refuses other text under `key`', async () => {
  const account = await givenAccount(database.db);
  const added = add(account, { key: 'ssh-ed25519 AAAA' });
  await expect(added).rejects.toMatchObject({ code: 'validation', details: { errors: { key: [expect.any(String)] } } });
});

test('limits the keys of an account, also for concurrent requests', async () => {
  const account = await givenAccount(database.db);
  const settings = { ...defaultSettings, sshKeysPerAccount: 3 };
  const another = () => add(account, { key: newPublicKey().publicKey }, settings);
  const answers = await Promise.allSettled(Array.from({ length: 6 }, another));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(another()).rejects.toMatchObject({
    code: 'validation',
    details: { errors: { key: ['An account can have at most 3 SSH keys. Delete one first.'] } },
  });
});

test('a key lists the servers that carry it, without ended ones', async () => {
  const { db } = database;
  const account = await givenAccount(db);
  const key = await givenSshKey(db, account);
  const server = { accountId: account.accountId, sshKeyIds: [key.id] };
  const id = await givenServer(db, { ...server, hostname: 'web-1' });
  await givenServer(db, { ...server, status: 'terminated' });
  const found = await asMutation(db, account, async (cx) => getSshKey(cx, await inputOf(cx, 'getSshKey', { id: key.id })));
  expect(found).toMatchObject({ key: key.publicKey, servers: [{ id, hostname: 'web-1' }] });
});

test("lists the account's own keys, oldest first, in pages", async () => {
  const { db } = database;
  const account = await givenAccount(db);
  await givenSshKey(db, await givenAccount(db));
  const ids: number[] = [];
  for (let i = 0; i < 3; i += 1) ids.push((await givenSshKey(db, account)).id);
  const pageOf = (page: number) =>
    asMutation(db, account, async (cx) => listSshKeys(cx, await inputOf(cx, 'listSshKeys', { query: { page, per_page: 2 } })));
  expect(await pageOf(1)).toMatchObject({ data: ids.slice(0, 2).map((id) => ({ id })), meta: { total: 3 } });
  expect(await pageOf(2)).toMatchObject({ data: [{ id: ids[2] }], meta: { total: 3 } });
});

test('changes the name, the key, both or neither', async () => {
  const account = await givenAccount(database.db);
  const { id, publicKey: before } = await givenSshKey(database.db, account);
  expect(await update(account, id, { name: 'renamed' })).toMatchObject({ name: 'renamed', key: before });
  const { publicKey, fingerprint } = newPublicKey();
  expect(await update(account, id, { key: publicKey })).toMatchObject({ name: 'renamed', key: publicKey, fingerprint });
  expect(await update(account, id, {})).toMatchObject({ name: 'renamed', fingerprint });
});

test('accepts its own key again, and refuses that of another entry', async () => {
  const account = await givenAccount(database.db);
  const { id, publicKey } = await givenSshKey(database.db, account);
  expect(await update(account, id, { key: publicKey, name: 'same' })).toMatchObject({ name: 'same' });
  const other = await givenSshKey(database.db, account);
  await expect(update(account, id, { key: other.publicKey })).rejects.toMatchObject({ code: 'validation' });
});

test('a deleted key is gone, and its servers keep running', async () => {
  const { db } = database;
  const account = await givenAccount(db);
  const key = await givenSshKey(db, account);
  const server = await givenServer(db, { accountId: account.accountId, sshKeyIds: [key.id] });
  const other = await givenAccount(db);
  const remove = (who = account) =>
    asMutation(db, who, async (cx) => deleteSshKey(cx, await inputOf(cx, 'deleteSshKey', { id: key.id })));
  await expect(remove(other)).rejects.toMatchObject({ code: 'not_yours' });
  await remove();
  await expect(remove()).rejects.toMatchObject({ code: 'not_found' });
  expect(await db.selectFrom('servers').select('status').where('id', '=', server).executeTakeFirst()).toEqual({
    status: 'active',
  });
  expect(await linesOf(key.id)).toMatchObject([{ action: 'deleteSshKey' }]);
});
