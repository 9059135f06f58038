import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenServer, newPublicKey } from '../../given.ts';

let lab: Lab;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openLab();
  me = await givenAccount(lab.db);
});
afterAll(() => lab.close());

test('a key is added, read, replaced and deleted', async () => {
  const { publicKey, fingerprint } = newPublicKey('me@laptop');
  const added = await lab.call('addSshKey', { body: { name: 'laptop', key: publicKey } }, me);
  expect(added).toMatchObject({ status: 201, body: { name: 'laptop', fingerprint, key: publicKey, servers: [] } });
  const { id } = added.body;
  const server = await givenServer(lab.db, { accountId: me.accountId, sshKeyIds: [id], hostname: 'web-1' });

  const got = await lab.call('getSshKey', { params: { id } }, me);
  expect(got).toMatchObject({ status: 200, body: { id, servers: [{ id: server, hostname: 'web-1' }] } });
  const listed = await lab.call('listSshKeys', {}, me);
  expect(listed.body.data).toEqual([got.body]);

  const other = newPublicKey();
  const updated = await lab.call('updateSshKey', { params: { id }, body: { key: other.publicKey } }, me);
  expect(updated).toMatchObject({ status: 200, body: { id, name: 'laptop', fingerprint: other.fingerprint } });

  const deleted = await lab.call('deleteSshKey', { params: { id } }, me);
  expect(deleted).toMatchObject({ status: 204, text: '' });
  expect((await lab.call('getSshKey', { params: { id } }, me)).status).toBe(404);
});

test('accepts the content of a .pub file with its trailing line break', async () => {
  const { publicKey } = newPublicKey('me@desk');
  const added = await lab.call('addSshKey', { body: { name: ' desk\t', key: `${publicKey}\r\n` } }, me);
  expect(added).toMatchObject({ status: 201, body: { name: 'desk', key: publicKey } });
  const params = { id: added.body.id };
  const other = newPublicKey('me@desk');
  const updated = await lab.call('updateSshKey', { params, body: { key: `\n${other.publicKey}\n` } }, me);
  expect(updated).toMatchObject({ status: 200, body: { key: other.publicKey } });
  const two = await lab.call('updateSshKey', { params, body: { key: `${publicKey}\n${other.publicKey}\n` } }, me);
  expect(two).toMatchObject({ status: 422, body: { errors: { key: ['Must not contain control characters.'] } } });
  const blank = await lab.call('updateSshKey', { params, body: { name: ' ab ' } }, me);
  expect(blank).toMatchObject({ status: 422, body: { errors: { name: ['Must have at least 3 characters.'] } } });
});

test('a server shows its keys, each with the hostnames of all its servers as one string', async () => {
  const { body: key } = await lab.call('addSshKey', { body: { name: 'shared', key: newPublicKey().publicKey } }, me);
  const of = { accountId: me.accountId, sshKeyIds: [key.id] };
  const id = await givenServer(lab.db, { ...of, hostname: 'one' });
  await givenServer(lab.db, { ...of, hostname: 'two' });
  const { body } = await lab.call('getServer', { params: { id } }, me);
  expect(body.ssh_keys).toEqual([{ ...key, servers: 'one,two' }]);
});

test('returns 422 at `key` for an existing key and for text that is not a key', async () => {
  const { publicKey } = newPublicKey();
  const add = (key: string) => lab.call('addSshKey', { body: { name: 'again', key } }, me);
  expect((await add(publicKey)).status).toBe(201);
  expect(await add(publicKey)).toMatchObject({ status: 422, body: { errors: { key: ['This key is already in the account.'] } } });
  expect(await add('ssh-rsa AAAA')).toMatchObject({ status: 422, body: { errors: { key: [expect.any(String)] } } });
});
