import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenSshKey, newPublicKey } from '@innkeeper/lab/given';
import { asMutation } from '@innkeeper/lab/given-cx';
import { rowsOf } from '@innkeeper/lab/path-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type UpdateSshKey, updateSshKey } from './update.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function given() {
  const account = await givenAccount(database.db);
  const key = await givenSshKey(database.db, account);
  const update = (input: Omit<UpdateSshKey, 'sshKey'>) =>
    asMutation(database.db, account, async (cx) => updateSshKey(cx, { ...(await rowsOf(cx, 'updateSshKey', key.id)), ...input }));
  return { account, key, update };
}

test('changes the name, the key, both or neither', async () => {
  const { key, update } = await given();
  expect(await update({ name: 'renamed' })).toMatchObject({ name: 'renamed', public_key: key.publicKey });
  const { publicKey, fingerprint } = newPublicKey();
  expect(await update({ key: publicKey })).toMatchObject({ name: 'renamed', public_key: publicKey, fingerprint });
  expect(await update({})).toMatchObject({ name: 'renamed', fingerprint });
});

test('accepts its own key again, and refuses that of another entry', async () => {
  const { account, key, update } = await given();
  expect(await update({ key: key.publicKey, name: 'same' })).toMatchObject({ name: 'same' });
  const other = await givenSshKey(database.db, account);
  await expect(update({ key: other.publicKey })).rejects.toMatchObject({ code: 'validation' });
});
