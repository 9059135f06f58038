import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, newPublicKey } from '@innkeeper/lab/given';
import { asMutation } from '@innkeeper/lab/given-cx';
import { defaultSettings } from '@innkeeper/model/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSshKey } from './add.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a key is stored with its fingerprint, and the audit log names who added it', async () => {
  const { db } = database;
  const account = await givenAccount(db);
  const { publicKey, fingerprint } = newPublicKey('two  words');
  const row = await asMutation(db, account, (cx) => addSshKey(cx, { name: 'laptop', key: `  ${publicKey}\n` }));
  expect(row).toMatchObject({ name: 'laptop', fingerprint, public_key: publicKey.replace('  ', ' '), servers: [] });
  const line = await db.selectFrom('audit_log').selectAll().where('resource_id', '=', row.id).executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    action: 'addSshKey',
    actor_kind: 'token',
    actor_id: account.tokenId,
    account_id: account.accountId,
  });
});

test('refuses the same key in the account, whatever its comment, and accepts it in another', async () => {
  const { db } = database;
  const [account, other] = [await givenAccount(db), await givenAccount(db)];
  const { publicKey } = newPublicKey('first');
  const [type, blob] = publicKey.split(' ');
  const add = (who: typeof account, key: string) => asMutation(db, who, (cx) => addSshKey(cx, { name: 'any', key }));
  await add(account, publicKey);
  await expect(add(account, `${type} ${blob} second`)).rejects.toMatchObject({
    code: 'validation',
    details: { errors: { key: ['This key is already in the account.'] } },
  });
  expect(await add(other, publicKey)).toMatchObject({ account_id: other.accountId });
});

test('refuses other text under `key`', async () => {
  const account = await givenAccount(database.db);
  const added = asMutation(database.db, account, (cx) => addSshKey(cx, { name: 'any', key: 'ssh-ed25519 AAAA' }));
  await expect(added).rejects.toMatchObject({ code: 'validation', details: { errors: { key: [expect.any(String)] } } });
});

test('limits the keys of an account, also for concurrent requests', async () => {
  const account = await givenAccount(database.db);
  const settings = { ...defaultSettings, sshKeysPerAccount: 3 };
  const add = () =>
    asMutation(database.db, account, (cx) => addSshKey(cx, { name: 'any', key: newPublicKey().publicKey }), { settings });
  const answers = await Promise.allSettled(Array.from({ length: 6 }, add));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(add()).rejects.toMatchObject({
    code: 'validation',
    details: { errors: { key: ['An account can have at most 3 SSH keys. Delete one first.'] } },
  });
});
