import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { givenAccount, givenNode, givenServer, givenSshKey } from '../../given.ts';
import { givenCopy } from '../../given-copies.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { deploy } from '../given-deploy.ts';
import { givenServing, type Serving } from '../given-serving.ts';

let chain: Chain;
let serving: Serving;
let refusing: string | undefined;
beforeAll(async () => {
  chain = await openChain({
    simulated: {
      fail: (act) => {
        if (act === refusing) throw new Error('no such luck');
      },
    },
  });
  await givenNode(chain.db);
  serving = await givenServing(chain);
});
afterAll(() => chain.close());
beforeEach(() => {
  refusing = undefined;
});

const machine = (id: number) => readSimulated(chain.home, `srv-${id}`);

test('restoreServer restores a snapshot without later changes, and the server runs', async () => {
  await serving.write('/notes', 'early');
  const id = await serving.wholeSnapshot();
  await serving.write('/notes', 'late');
  await serving.write('/more', 'late');
  const answer = await serving.restore({ snapshot_id: id });
  expect(answer).toMatchObject({ status: 200, body: { locked: 'true', lock_reason: 'restore' } });
  expect(await serving.unlocked()).toMatchObject({ state: ['running'], status_reason: null });
  expect((await serving.disk()).files).toEqual({ '/notes': 'early' });
  // No file is left behind, and the snapshot may be used again.
  expect(await readdir(join(chain.home, 'copies/scratch'))).toEqual([]);
  await serving.restore({ snapshot_id: id });
  await serving.unlocked();
  await assertInvariants(chain);
});

test('revoked keys stay revoked after a restore', async () => {
  const { token, accountId } = serving.owner;
  const id = await serving.wholeSnapshot();
  const before = (await serving.disk()).sshKeys;
  const key = await givenSshKey(chain.db, { accountId });
  await chain.call('updateServerSshKeys', { params: { id: serving.id }, body: { ssh_keys: [key.id] } }, { token });
  await serving.unlocked();
  await serving.restore({ snapshot_id: id });
  await serving.unlocked();
  expect(before).not.toEqual([key.publicKey]);
  expect((await serving.disk()).sshKeys).toEqual([key.publicKey]);
});

test('a server restored from the backup of another server keeps its own hostname', async () => {
  const other = await givenServing(chain, { owner: serving.owner, request: { name: 'web-2' } });
  await serving.write('/from', 'web-1');
  const { body } = await serving.backup();
  await serving.unlocked();
  await other.restore({ backup_id: body.id });
  expect(await other.unlocked()).toMatchObject({ state: ['running'], hostname: 'web-2' });
  const disk = await other.disk();
  expect(disk.files['/from']).toBe('web-1');
  expect(disk.hostname).toBe('web-2');
});

test('a stopped server boots from the restored disk', async () => {
  const id = await serving.wholeSnapshot();
  const { token } = serving.owner;
  await chain.call('powerOffServer', { params: { id: serving.id } }, { token });
  expect((await serving.unlocked()).state).toEqual(['stopped']);
  await serving.restore({ snapshot_id: id });
  expect((await serving.unlocked()).state).toEqual(['running']);
});

test('if the disk cannot be replaced, the server runs again from its old disk', async () => {
  const id = await serving.wholeSnapshot();
  await serving.write('/notes', 'not to be lost');
  refusing = 'rebuild';
  await serving.restore({ snapshot_id: id });
  expect(await serving.unlocked()).toMatchObject({ state: ['running'], status_reason: null });
  expect((await serving.disk()).files['/notes']).toBe('not to be lost');
  const { body } = await chain.call('listServerOperations', { params: { id: serving.id } }, { token: serving.owner.token });
  expect(body.data[0]).toMatchObject({
    kind: 'restore',
    state: 'failed',
    reason: 'The server could not be restored. Try again, or contact support.',
  });
});

test('if the new disk does not boot, the server is stopped with a reason until it starts', async () => {
  const id = await serving.wholeSnapshot();
  refusing = 'start';
  await serving.restore({ snapshot_id: id });
  const server = await serving.unlocked();
  expect(server).toMatchObject({ state: ['stopped'], status_reason: expect.stringMatching(/disk was replaced/) });
  expect((await machine(serving.id)).power).toBe('stopped');
  const alerts = await chain.db.selectFrom('operator_alerts').select('message').where('resource_id', '=', serving.id).execute();
  expect(alerts.map((alert) => alert.message).join()).toMatch(/server\.restore\) was rolled back/);
  refusing = undefined;
  await chain.call('startServer', { params: { id: serving.id } }, { token: serving.owner.token });
  expect(await serving.unlocked()).toMatchObject({ state: ['running'], status_reason: null });
});

test('a copy cannot be deleted while it is being restored', async () => {
  const other = await givenServing(chain);
  const id = await other.wholeSnapshot();
  await other.restore({ snapshot_id: id });
  const { token } = other.owner;
  const answer = await chain.call('deleteSnapshot', { params: { id } }, { token });
  expect(answer).toMatchObject({ status: 423, body: { lock_reason: 'restore' } });
  await other.unlocked();
  expect((await chain.call('deleteSnapshot', { params: { id } }, { token })).status).toBe(204);
});

test('refuses a copy that cannot be restored, with an error at its field', async () => {
  const { id: serverId } = serving;
  const copy = (fields: object) => givenCopy(chain.db, { serverId, ...fields });
  const refused = async (body: object, field: string, sentence: RegExp) => {
    const answer = await serving.restore(body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[field]?.[0]).toMatch(sentence);
  };
  const large = await copy({ size_gb: 25 });
  await refused({ snapshot_id: large.id }, 'snapshot_id', /needs a disk of at least 25 GB, but the server has 10 GB/);
  await refused({ backup_id: large.id }, 'backup_id', /backup does not exist/);
  await refused({ snapshot_id: 999_999 }, 'snapshot_id', /snapshot does not exist/);
  for (const status of ['creating', 'failed', 'deleting'] as const)
    await refused({ snapshot_id: (await copy({ status })).id }, 'snapshot_id', /snapshot does not exist/);
  await refused({}, 'backup_id', /Exactly one/);
  await refused({ snapshot_id: large.id, backup_id: large.id }, 'backup_id', /Exactly one/);
});

test("another account's copy gets 403, and so does another account's server", async () => {
  const otherCustomer = await givenAccount(chain.db);
  const theirs = await givenServer(chain.db, { accountId: otherCustomer.accountId });
  const copy = await givenCopy(chain.db, { serverId: theirs });
  expect((await serving.restore({ snapshot_id: copy.id })).status).toBe(403);
  const mine = await givenCopy(chain.db, { serverId: serving.id });
  const { token } = serving.owner;
  const answer = await chain.call('restoreServer', { params: { id: theirs }, body: { snapshot_id: mine.id } }, { token });
  expect(answer.status).toBe(403);
});

test('a server in rescue mode cannot be restored', async () => {
  const { accountId, token } = await givenAccount(chain.db);
  const id = await givenServer(chain.db, { accountId, rescue: true });
  const copy = await givenCopy(chain.db, { serverId: id });
  const answer = await chain.call('restoreServer', { params: { id }, body: { snapshot_id: copy.id } }, { token });
  expect(answer).toMatchObject({ status: 422, body: { code: 'wrong_state', message: expect.stringMatching(/rescue mode/) } });
});

test('a new server can be deployed from a snapshot, with its own name and keys', async () => {
  await serving.write('/from', 'the snapshot');
  const id = await serving.wholeSnapshot();
  const { body, status } = await deploy(chain, serving.owner, {
    name: 'web-3',
    image_id: undefined,
    snapshot_id: id,
    ssh_keys: [],
  });
  expect(status).toBe(201);
  const server = await chain.serverWhen(body.id, serving.owner.token, (one) => one.status === 'active');
  expect(server).toMatchObject({ hostname: 'web-3', state: ['running'], server_image: { name: 'Tiny Linux' } });
  const { disk } = await machine(body.id);
  expect(disk).toMatchObject({ files: { '/from': 'the snapshot' }, hostname: 'web-3' });
  expect(await readdir(join(chain.home, 'copies/scratch'))).toEqual([]);
});

test('a backup that an unpaid order needs is not deleted', async () => {
  // The price of the first server.
  const owner = await givenAccount(chain.db, { funds: 479n });
  const poor = await givenServing(chain, { owner });
  const { body } = await poor.backup();
  await poor.unlocked();
  const ordered = await deploy(chain, owner, { image_id: undefined, backup_id: body.id });
  expect(ordered.body).toMatchObject({ status: 'awaiting_payment' });
  const answer = await chain.call('deleteBackup', { params: { id: body.id } }, { token: owner.token });
  expect(answer).toMatchObject({ status: 423, body: { lock_reason: 'deploy' } });
});

test.each([
  ['snapshot_id', { size_gb: 25 }, 422],
  ['snapshot_id', { status: 'creating' }, 422],
  ['backup_id', {}, 422],
] as const)('refuses a deploy from an unsuitable copy with an error at %s: %j', async (field, fields, status) => {
  const copy = await givenCopy(chain.db, { serverId: serving.id, ...fields });
  const answer = await deploy(chain, serving.owner, { image_id: undefined, [field]: copy.id });
  expect(answer.status).toBe(status);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});

test("a deploy from another account's snapshot gets 403", async () => {
  const otherCustomer = await givenAccount(chain.db, { funds: 10_000n });
  const copy = await givenCopy(chain.db, { serverId: serving.id });
  expect((await deploy(chain, otherCustomer, { image_id: undefined, snapshot_id: copy.id })).status).toBe(403);
});
