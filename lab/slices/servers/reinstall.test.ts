import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer, givenSshKey } from '../../given.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { type DeployRequest, deploy } from '../given-deploy.ts';
import { givenServing, type Serving } from '../given-serving.ts';

let chain: Chain;
let serving: Serving;
let tiny: number;
let refusing: string | undefined;
beforeAll(async () => {
  chain = await openChain({
    // This file sends more than 10 reinstalls in a minute.
    openBucket: () => async () => ({ limit: 100, remaining: 100 }),
    simulated: {
      fail: (act) => {
        if (act === refusing) throw new Error('no such luck');
      },
    },
  });
  await givenNode(chain.db);
  tiny = (await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow()).id;
  serving = await givenServing(chain, { request: { startup_script: '#!/bin/sh\necho once' } });
});
afterAll(() => chain.close());
beforeEach(() => {
  refusing = undefined;
});

const reinstall = (body: object) =>
  chain.call('reinstallServer', { params: { id: serving.id }, body }, { token: serving.owner.token });
async function givenImage(fields: object): Promise<number> {
  const group = await chain.db.selectFrom('image_groups').select('id').executeTakeFirstOrThrow();
  const image = { name: 'Another', path: '/nowhere/another.qcow2', format: 'qcow2' as const, group_id: group.id };
  const key = `another-${Math.random()}`;
  return (
    await chain.db
      .insertInto('images')
      .values({ ...image, key, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

test('reinstallServer replaces the disk with another image, and keeps the SSH keys but not the startup script', async () => {
  await serving.write('/notes', 'lost');
  const before = await serving.disk();
  expect(before.scriptRuns).toBe(1);
  const image = await givenImage({ ssh_keys_support: true });
  const answer = await reinstall({ image_id: image });
  expect(answer).toMatchObject({ status: 200, body: { locked: 'true', lock_reason: 'reinstall' } });
  const server = await serving.unlocked();
  expect(server).toMatchObject({ state: ['running'], server_image: { id: image }, startup_script: null });
  const disk = await serving.disk();
  expect(disk).toMatchObject({ files: {}, hostname: 'web-1', sshKeys: before.sshKeys, scriptRuns: 0 });
  expect(disk.image).toMatch(/^another/);
  await assertInvariants(chain);
});

test('uses given password, keys and script, and stores no plain text of the password', async () => {
  const key = await givenSshKey(chain.db, { accountId: serving.owner.accountId });
  const body = {
    image_id: tiny,
    password: 'correct horse battery',
    ssh_keys: [key.id],
    startup_script: '#!/bin/sh\r\necho again',
  };
  expect((await reinstall(body)).status).toBe(200);
  const server = await serving.unlocked();
  expect(server.ssh_keys.map((one: { id: number }) => one.id)).toEqual([key.id]);
  expect(server.startup_script).toMatchObject({ exists: true, bytes: 20 });
  const { startup_script: stored } = await chain.db
    .selectFrom('servers')
    .select('startup_script')
    .where('id', '=', serving.id)
    .executeTakeFirstOrThrow();
  expect(stored).toBe('#!/bin/sh\necho again');
  // The script has its own date, later than that of the server.
  expect(Date.parse(server.startup_script.updated_at)).toBeGreaterThan(Date.parse(server.created_at));
  const disk = await serving.disk();
  expect(disk).toMatchObject({ image: 'tiny', sshKeys: [key.publicKey], scriptRuns: 1 });
  expect(disk.passwords.root).toMatch(/^\$6\$/);
  const rows = await Promise.all([
    chain.db.selectFrom('servers').selectAll().execute(),
    chain.db.selectFrom('workflows').selectAll().execute(),
    chain.db.selectFrom('audit_log').selectAll().execute(),
  ]);
  expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain('correct horse');
});

test('the server boots from its disk, even with an ISO in the drive', async () => {
  const iso = join(chain.home, 'installer.iso');
  await writeFile(iso, 'an ISO');
  await chain.compute.setMedia(`srv-${serving.id}`, { primary: iso, secondary: null, bootFrom: 'iso' });
  await chain.db.updateTable('server_details').set({ boot_iso: true }).where('id', '=', serving.id).execute();
  await reinstall({ image_id: tiny });
  await serving.unlocked();
  expect((await readSimulated(chain.home, `srv-${serving.id}`)).bootedFrom).toBe('disk');
});

test('if the disk cannot be replaced, the server keeps its old disk and image', async () => {
  await serving.write('/notes', 'not to be lost');
  const image = await givenImage({});
  refusing = 'rebuild';
  await reinstall({ image_id: image, password: 'another password' });
  const server = await serving.unlocked();
  expect(server).toMatchObject({ state: ['running'], server_image: { id: tiny }, status_reason: null });
  expect((await serving.disk()).files['/notes']).toBe('not to be lost');
});

test('if the new image does not boot, the server is stopped and shows the new image', async () => {
  const image = await givenImage({});
  refusing = 'start';
  await reinstall({ image_id: image });
  const server = await serving.unlocked();
  expect(server).toMatchObject({
    state: ['stopped'],
    server_image: { id: image },
    status_reason: expect.stringMatching(/replaced/),
  });
  refusing = undefined;
  await reinstall({ image_id: tiny, ssh_keys: [], password: 'another password' });
  expect(await serving.unlocked()).toMatchObject({ state: ['running'], server_image: { id: tiny }, status_reason: null });
});

test.each([
  ['image_id', async () => ({ image_id: 999_999 })],
  ['image_id', async () => ({ image_id: await givenImage({ disabled_at: new Date() }) })],
  ['image_id', async () => ({ image_id: await givenImage({ minimum_ram_gb: 2 }) })],
  ['ssh_keys', async () => ({ image_id: await givenImage({}), ssh_keys: [await keyId()] })],
  ['ssh_keys.0', async () => ({ image_id: tiny, ssh_keys: [999_999] })],
  ['password', async () => ({ image_id: tiny, password: 'short' })],
])('refuses a wrong %s at that field, and does not change the server', async (field, body) => {
  const answer = await reinstall(await body());
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
  expect((await serving.unlocked()).state).toEqual(['running']);
});

const keyId = async () => (await givenSshKey(chain.db, { accountId: serving.owner.accountId })).id;

/** Deploys a server and waits until it runs. The watch would report a row without a machine as never built. */
async function givenBuilt(owner: GivenAccount, request: DeployRequest): Promise<number> {
  const { body } = await deploy(chain, owner, request);
  await chain.serverWhen(body.id, owner.token, ({ state, locked }) => state.includes('running') && locked === null);
  return body.id;
}

test('refuses a reinstall after which nobody could log in', async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const id = await givenBuilt(owner, { name: 'without-key' });
  await chain.db.deleteFrom('server_ssh_keys').where('server_id', '=', id).execute();
  const answer = await chain.call('reinstallServer', { params: { id }, body: { image_id: tiny } }, { token: owner.token });
  expect(answer).toMatchObject({ status: 422, body: { errors: { ssh_keys: [expect.stringMatching(/nobody can log in/)] } } });
});

test('a deleted key is not installed again, and without another way to log in the reinstall is refused', async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const { accountId, token } = owner;
  const keys = [await givenSshKey(chain.db, { accountId }), await givenSshKey(chain.db, { accountId })];
  const [lost, kept] = keys.map(({ id }) => id);
  const alone = await givenBuilt(owner, { name: 'alone', ssh_keys: [lost] });
  const both = await givenBuilt(owner, { name: 'both', ssh_keys: [lost, kept] });
  expect((await chain.call('deleteSshKey', { params: { id: lost as number } }, { token })).status).toBe(204);
  const ask = (id: number, body = {}) =>
    chain.call('reinstallServer', { params: { id }, body: { image_id: tiny, ...body } }, { token });
  const refused = {
    ssh_keys: [expect.stringMatching(/^The account no longer has any SSH key of this server\. .* nobody can log in/)],
  };
  expect(await ask(alone)).toMatchObject({ status: 422, body: { errors: refused } });
  expect((await ask(alone, { password: 'correct horse battery' })).status).toBe(200);
  const answer = await ask(both);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body.ssh_keys.map(({ id }: { id: number }) => id)).toEqual([kept]);
});

test("another account's key gets 403, and a server in rescue mode cannot be reinstalled", async () => {
  const otherCustomer = await givenAccount(chain.db);
  const key = await givenSshKey(chain.db, { accountId: otherCustomer.accountId });
  expect((await reinstall({ image_id: tiny, ssh_keys: [key.id] })).status).toBe(403);
  const id = await givenServer(chain.db, { accountId: otherCustomer.accountId, rescue: true });
  const answer = await chain.call(
    'reinstallServer',
    { params: { id }, body: { image_id: tiny } },
    { token: otherCustomer.token },
  );
  expect(answer).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
});
