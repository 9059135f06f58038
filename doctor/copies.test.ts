import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopyStore } from '@innkeeper/engine/copies/port';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { type GivenCopy, givenCopy } from '@innkeeper/lab/given-copies';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { openS3Server, type S3Server } from '@innkeeper/lab/s3/server';
import { defaultCopies } from '@innkeeper/model/settings/settings';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let place: DoctorLab;
let s3: S3Server;
let accountId: number;
let serverId: number;
let elsewhere: number;
beforeEach(async () => {
  s3 = await openS3Server();
  const { endpoint, bucket, region, credentials } = s3;
  const at = { endpoint, bucket, region, prefix: 'innkeeper/' };
  place = await openDoctorLab({ copies: { settings: { ...defaultCopies, target: 's3', s3: at }, credentials } });
  ({ accountId } = await givenAccount(place.db));
  serverId = await givenServer(place.db, { accountId, node_id: place.nodeId });
  elsewhere = await givenServer(place.db, { accountId, node_id: place.otherNodeId });
  await givenMachine(place.engine, serverId, place.db);
});
afterEach(async () => {
  await place.close();
  await s3.close();
});

const KEYS = { one: '0123456789abcdef', two: '1123456789abcdef', three: '2123456789abcdef' };
const keyOf = (name: keyof typeof KEYS, kind = 'snapshot') => `${kind}-srv-${serverId}-${KEYS[name]}.qcow2`;
const copy = (fields: Partial<GivenCopy>) => givenCopy(place.db, { serverId, ...fields });
const store = (name: string): CopyStore => place.engine.copies.store(name);

async function put(name: string, key: string): Promise<string> {
  const path = join(place.home, 'put');
  await writeFile(path, 'x');
  await store(name).put(key, { path, bytes: 1, sha256: createHash('sha256').update('x').digest('hex') });
  await rm(path);
  return store(name).describeLocation(key);
}

describe.each(['node', 'local', 's3'])('at the store "%s"', (target) => {
  test('a file with its row is fine', async () => {
    await put(target, keyOf('one'));
    await copy({ target, object_key: keyOf('one') });
    expect(await place.findings()).toEqual({});
  });

  test('finds a file without a row, and ignores foreign files', async () => {
    const where = [await put(target, keyOf('one')), await put(target, keyOf('two')), await put(target, keyOf('three'))];
    await put(target, 'of-somebody-else.qcow2');
    await copy({ target, object_key: keyOf('two'), status: 'failed' });
    await copy({ target, object_key: keyOf('three'), status: 'deleting' });
    const found = (await place.findings())['copy files'] ?? '';
    expect(found).toMatch(/^belong to no snapshot, backup or move: /);
    expect(
      found
        .replace(/^belong to no snapshot, backup or move: /, '')
        .split(', ')
        .sort(),
    ).toEqual(where.slice(0, 2));
  });

  test('finds the file of a move that has ended, and none of a move that runs', async () => {
    const [running, left] = [keyOf('one', 'move'), keyOf('two', 'move')];
    await put(target, running);
    const server = await place.db.selectFrom('servers').selectAll().where('id', '=', serverId).executeTakeFirstOrThrow();
    await place.underWay('server.move', server, { from: place.nodeId, to: place.otherNodeId, key: running });
    expect(await place.findings()).toEqual({});
    const where = await put(target, left);
    expect(await place.findings()).toEqual({ 'copy files': `belong to no snapshot, backup or move: ${where}` });
  });

  test('a file of the same name in another store is a different file', async () => {
    await put(target, keyOf('one'));
    await copy({ target: target === 'node' ? 'local' : 'node', object_key: keyOf('one') });
    expect(Object.keys(await place.findings()).sort()).toEqual(['copies', 'copy files']);
  });

  test('finds a row whose file is missing', async () => {
    const { id } = await copy({ target, object_key: keyOf('one') });
    await copy({ target, object_key: keyOf('two'), status: 'deleting' });
    const where = store(target).describeLocation(keyOf('one'));
    expect(await place.findings()).toEqual({ copies: `have no files: snapshot ${id} (${where})` });
  });
});

test('checks for a file with a name in an older format', async () => {
  await put('local', 'older.qcow2');
  await copy({ target: 'local', object_key: 'older.qcow2' });
  const { id } = await copy({ target: 'local', object_key: 'oldest.qcow2' });
  expect((await place.findings()).copies).toContain(`snapshot ${id} `);
});

test('checks files of other nodes only in shared stores', async () => {
  await copy({ serverId: elsewhere, target: 'node', object_key: keyOf('one') });
  await copy({ serverId: elsewhere, target: 'local', object_key: keyOf('two') });
  expect(await place.findings()).toEqual({});
  const { id } = await copy({ serverId: elsewhere, target: 's3', kind: 'backup', object_key: keyOf('three', 'backup') });
  expect((await place.findings()).copies).toContain(`backup ${id} (s3://copies/innkeeper/${keyOf('three', 'backup')})`);
});

test('ignores files of other nodes in a shared directory', async () => {
  await put('local', keyOf('one', 'backup'));
  await copy({ serverId: elsewhere, target: 'local', object_key: keyOf('one', 'backup') });
  expect(await place.findings()).toEqual({});
});

test('finds copies in a store that is no longer configured', async () => {
  const { id } = await copy({ target: 'elsewhere', object_key: keyOf('one') });
  expect((await place.findings()).copies).toContain(`snapshot ${id} (at "elsewhere", which is not in the configuration)`);
});

test('finds an abandoned copy, because it reserves disk space', async () => {
  const { id } = await copy({ status: 'creating', target: null, object_key: keyOf('one') });
  const { id: made } = await copy({ status: 'creating', target: null, object_key: keyOf('two') });
  await place.underWay('server.snapshot', { id: serverId, account_id: accountId }, { copyId: made });
  expect(await place.findings()).toEqual({ copying: `holds disk space without a workflow: snapshot ${id}` });
});

test('reports an unreachable server, and no copy in it as missing', async () => {
  await copy({ target: 's3', object_key: keyOf('one') });
  const { id } = await copy({ target: 'node', object_key: keyOf('two') });
  const unreachable: CopyStore = {
    ...store('s3'),
    name: 's3',
    unfinished: async () => [],
    // biome-ignore lint/correctness/useYield: it fails before its first.
    async *list() {
      throw new Error('it hangs up');
    },
  };
  const stores = () => [store('node'), store('local'), unreachable];
  const { copies = '', ...others } = await place.findings({ copies: { stores, scratchFiles: async () => [] } });
  expect(copies).toContain(`snapshot ${id} `);
  expect(copies).not.toMatch(/\bs3\b/);
  expect(others).toEqual({ 'copy stores': 'could not be read: s3 (it hangs up)' });
});

test('judges no copies if the stores are unknown', async () => {
  await mkdir(join(place.home, 'copies/snapshots'), { recursive: true });
  await put('node', keyOf('one'));
  await copy({ target: 'local', object_key: keyOf('two') });
  expect(await place.findings({ copies: null })).toEqual({});
});
