import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { upsertCopyRoom } from '@innkeeper/db/tables/copies';
import { EngineError } from '@innkeeper/engine/error';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenCopy } from '../../given-copies.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { givenServing, type Serving } from '../given-serving.ts';

let chain: Chain;
let serving: Serving;
/** Act of the engine that fails without a retry. */
let refusing: string | undefined;
beforeAll(async () => {
  chain = await openChain({
    settings: { timeZone: 'Europe/Vienna', copiesPerServer: 5 },
    simulated: {
      delays: { copy: 200 },
      fail: (act) => {
        if (act === refusing) throw new EngineError('disk_full', 'no room at all', { retryable: false });
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

const list = async (query = {}, { token } = serving.owner) => (await chain.call('listSnapshots', { query }, { token })).body;
const remove = (id: number, { token } = serving.owner) => chain.call('deleteSnapshot', { params: { id } }, { token });
const files = () => readdir(join(chain.home, 'copies'), { recursive: true });
const rowOf = (id: number) => chain.db.selectFrom('copies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('createSnapshot copies the disk of a running server, and lists the copy when it is complete', async () => {
  await serving.write('/notes', 'kept');
  const before = (await chain.compute.inspect(`srv-${serving.id}`)).bootId;
  const answer = await serving.snapshot('before the update');
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    id: expect.any(Number),
    server_id: serving.id,
    server_hostname: 'web-1',
    server_ip: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/),
    name: 'before the update',
    created_at: expect.stringMatching(/\+0[12]:00$/),
    size: 10,
  });
  expect((await list()).data).toEqual([]);
  expect((await serving.unlocked()).state).toEqual(['running']);
  expect((await chain.compute.inspect(`srv-${serving.id}`)).bootId).toBe(before);
  expect((await list()).data).toEqual([answer.body]);
  const row = await rowOf(answer.body.id);
  expect(row).toMatchObject({ status: 'ready', target: 'node', frozen: true, verified_at: expect.any(Date) });
  // No temporary file is left, and the copy has the content of the disk.
  expect((await files()).filter((name) => name.endsWith('.qcow2'))).toEqual([`snapshots/${row.object_key}`]);
  expect(await readFile(join(chain.home, 'copies/snapshots', row.object_key ?? ''), 'utf8')).toContain('kept');
});

test('during the snapshot the server is locked for changes, reads succeed, and its operations show the progress', async () => {
  const { body: taken } = await serving.snapshot('second');
  const locked = await serving.snapshot('third');
  expect(locked).toMatchObject({ status: 423, body: { code: 'locked', lock_reason: 'snapshot' } });
  expect((await remove(taken.id)).body).toMatchObject({ code: 'locked', lock_reason: 'snapshot' });
  const { token } = serving.owner;
  const { body } = await chain.call('listServerOperations', { params: { id: serving.id } }, { token });
  expect(body.data[0]).toMatchObject({ kind: 'snapshot', resource: { type: 'server', id: serving.id } });
  await serving.unlocked();
  expect((await list({ sort: 'date' })).data.map((one: { name: string }) => one.name)).toEqual(['before the update', 'second']);
});

test('deleteSnapshot removes the snapshot from the list at once, and its file afterwards', async () => {
  const id = await serving.wholeSnapshot('doomed');
  const { object_key } = await rowOf(id);
  expect((await remove(id)).status).toBe(204);
  expect((await list()).data.map((one: { id: number }) => one.id)).not.toContain(id);
  expect((await remove(id)).status).toBe(404);
  await chain.worker.idle();
  expect((await files()).filter((name) => name.includes(object_key ?? '?'))).toEqual([]);
  expect(await chain.db.selectFrom('copies').select('id').where('id', '=', id).execute()).toEqual([]);
  await assertInvariants(chain);
});

test("listSnapshots filters by the operator's day, server and size, and hides copies of other accounts", async () => {
  const other = await givenServing(chain, { request: { plan: 'micro' } });
  const { owner } = other;
  const late = { serverId: other.id, name: 'late', created_at: new Date('2026-01-31T22:59:59Z') };
  const next = { serverId: other.id, name: 'next', created_at: new Date('2026-01-31T23:00:00Z'), size_gb: 5 };
  await givenCopy(chain.db, late);
  await givenCopy(chain.db, next);
  const names = async (query: object) => (await list(query, owner)).data.map((one: { name: string }) => one.name);
  expect(await names({ 'filter[date]': '2026-01-31' })).toEqual(['late']);
  expect(await names({ 'filter[date]': '2026-02-01' })).toEqual(['next']);
  expect(await names({ 'filter[size]': 6 })).toEqual(['late']);
  expect(await names({ 'filter[server_id]': other.id })).toEqual(['next', 'late']);
  expect(await names({ 'filter[server_id]': serving.id })).toEqual([]);
  expect((await list({ sort: '-date', per_page: 1 }, owner)).meta).toMatchObject({ total: 2, last_page: 2 });
  expect((await chain.call('listSnapshots', { query: { 'filter[date]': '2026-02-30' } }, { token: owner.token })).status).toBe(
    422,
  );
});

test('a failed snapshot is not listed, leaves no file, reports the reason, and opens an alert', async () => {
  refusing = 'copyDisk';
  const { body } = await serving.snapshot('no luck');
  expect((await serving.unlocked()).state).toEqual(['running']);
  expect(await rowOf(body.id)).toMatchObject({ status: 'failed', status_reason: expect.stringMatching(/not enough disk space/) });
  expect((await list()).data.map((one: { id: number }) => one.id)).not.toContain(body.id);
  expect((await remove(body.id)).status).toBe(404);
  expect((await files()).filter((name) => name.includes(`copy-${body.id}`))).toEqual([]);
  const alerts = await chain.db.selectFrom('operator_alerts').select('message').where('resource_id', '=', serving.id).execute();
  expect(alerts.map((alert) => alert.message).join()).toMatch(/server\.snapshot\) was rolled back/);
});

test('without disk space for the largest possible copy no snapshot starts, and the reply names needed and free space', async () => {
  const { node_id: nodeId } = await chain.db
    .selectFrom('servers')
    .select('node_id')
    .where('id', '=', serving.id)
    .executeTakeFirstOrThrow();
  const where = { nodeId, target: 'node', location: null } as const;
  const room = { ...where, kind: 'snapshot', freeBytes: 9n * 2n ** 30n, now: new Date() } as const;
  await upsertCopyRoom(chain.db, room);
  const answer = await serving.snapshot();
  expect(answer).toMatchObject({ status: 422, body: { code: 'no_capacity' } });
  expect(answer.body.message).toMatch(/up to 10 GB are needed, and 9 GB are free/);
  await upsertCopyRoom(chain.db, { ...room, freeBytes: 10n * 2n ** 30n });
  expect((await serving.snapshot()).status).toBe(201);
  await serving.unlocked();
  await upsertCopyRoom(chain.db, { ...room, freeBytes: null });
});

test('limits the number of snapshots of a server', async () => {
  const other = await givenServing(chain);
  for (let i = 0; i < 5; i++) await givenCopy(chain.db, { serverId: other.id });
  const answer = await other.snapshot();
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'no_capacity', message: expect.stringMatching(/at most 5 snapshots/) },
  });
});

test.each([
  ['suspended', 'running', 'suspended'],
  ['terminated', 'absent', 'is terminated'],
  ['awaiting_payment', 'absent', 'order is unpaid'],
  ['active', 'absent', 'lost its disk'],
] as const)('refuses a snapshot of a server that is %s and %s', async (status, power, sentence) => {
  const { accountId, token } = await givenAccount(chain.db);
  const id = await givenServer(chain.db, { accountId, status, power });
  const answer = await chain.call('createSnapshot', { params: { id }, body: { name: 'x' } }, { token });
  expect(answer).toMatchObject({ status: 422, body: { code: 'wrong_state', message: expect.stringContaining(sentence) } });
});

test("deleting another account's snapshot gets 403, and a backup cannot be deleted as a snapshot", async () => {
  const otherCustomer = await givenAccount(chain.db);
  const copy = await givenCopy(chain.db, { serverId: serving.id });
  expect((await remove(copy.id, otherCustomer)).status).toBe(403);
  const backup = await givenCopy(chain.db, { serverId: serving.id, kind: 'backup' });
  expect((await remove(backup.id)).status).toBe(404);
});

test('a damaged copy is detected by its checksum', async () => {
  const other = await givenServing(chain);
  const id = await other.wholeSnapshot();
  const { object_key } = await rowOf(id);
  const path = join(chain.home, 'copies/snapshots', object_key ?? '');
  await writeFile(path, (await readFile(path, 'utf8')).replace('tiny', 'tony'));
  await other.write('/notes', 'still here');
  await other.restore({ snapshot_id: id });
  const server = await other.unlocked();
  expect(server).toMatchObject({ state: ['running'], status_reason: null });
  expect((await other.disk()).files).toEqual({ '/notes': 'still here' });
  const { data } = (await chain.call('listServerOperations', { params: { id: other.id } }, { token: other.owner.token })).body;
  expect(data[0]).toMatchObject({
    kind: 'restore',
    state: 'failed',
    reason: 'The copy is damaged and cannot be used. Choose another copy.',
  });
});
