import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Home, makeHome } from '@innkeeper/apps/installation/home';
import type { TrialResult } from '@innkeeper/engine/compute/qemu/try-image';
import { run } from '@innkeeper/engine/host/run';
import type { VendorImage } from '@innkeeper/engine/images/known-images';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenOperatorCx } from '@innkeeper/lab/given-cx';
import { openHttpsReceiver, type Receiver } from '@innkeeper/lab/given-webhooks';
import { makeSigningKey } from '@innkeeper/lab/signing-key';
import type { HostCpu } from '@innkeeper/model/images/cpu-levels';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { registerOnNode } from '../image.ts';
import type { Installation } from '../operator/installation.ts';
import { addOnNode, formatAdded } from './add.ts';
import { pruneOnNode } from './prune.ts';

const PASSED: TrialResult = { passed: true, reports: 'line' };
const FAILED: TrialResult = { passed: false, why: 'shut itself down', console: ['Kernel panic'] };
const OLD_CPU: HostCpu = { accelerator: 'kvm', flags: new Set(['avx']) };

let database: TestDatabase;
let vendor: Receiver;
let directory: string;
let home: Home;
let images: Record<string, Buffer>;
/** Public keys of the vendor. */
let keys: string;
let trial: { result: TrialResult; booted: object[]; cpu: HostCpu };
beforeAll(async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  vendor = await openHttpsReceiver();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await vendor.close();
});
beforeEach(async () => {
  database = await openTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-add-'));
  home = await makeHome(directory);
  images = { 'disk.qcow2': await makeImage('first', ['1500M']) };
  trial = { result: PASSED, booted: [], cpu: { accelerator: 'tcg', flags: new Set() } };
  vendor.answer = ({ path }, response) => {
    const name = path.slice(1);
    const image = images[name.replace('.sha256', '')];
    if (!image) response.writeHead(404).end();
    else response.end(name.endsWith('.sha256') ? `${sha256(image)}  ${name.replace('.sha256', '')}\n` : image);
  };
});
afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function makeImage(name: string, args: string[]): Promise<Buffer> {
  const path = join(directory, name);
  await run('qemu-img', ['create', '-q', '-f', 'qcow2', path, ...args.map((arg) => arg.replace('HERE', directory))]);
  return readFile(path);
}

const STOCK: VendorImage = {
  ...{ key: 'stock', name: 'Stock Linux 1', family: { key: 'stock', name: 'Stock Linux' } },
  ...{ base: 'https://vendor.example/', folder: '', file: 'disk.qcow2', signature: null },
  digests: { file: 'disk.qcow2.sha256', algorithm: 'sha256', isAlone: true },
  ...{ memoryMb: 1536, cpuLevel: 1, supportedUntil: '2020-12-31' },
};

function installation(): Installation {
  const trials = {
    cpu: async () => trial.cpu,
    boot: async (spec: object) => {
      trial.booted.push(spec);
      return trial.result;
    },
  };
  const parts: Partial<Installation> = {
    home,
    requireChangesAllowed: async () => {},
    engine: async () => ({ trials }) as unknown as Awaited<ReturnType<Installation['engine']>>,
    commit: (work) => database.db.transaction().execute((trx) => work(givenOperatorCx(trx))),
  };
  return parts as Installation;
}

const add = (input: { key?: string; untested?: boolean; older?: boolean } = {}, image: VendorImage = STOCK) => {
  const mirror = vendor.url;
  return addOnNode(
    installation(),
    { key: 'stock', mirror, untested: false, older: false, ...input },
    { images: [image], readKeys: async () => keys },
  );
};
const list = async () => {
  const reply = await addOnNode(
    installation(),
    { untested: false, older: false },
    { images: [STOCK, { ...STOCK, key: 'v3', cpuLevel: 3 }], readKeys: async () => keys },
  );
  return { reply, boots: reply.data.map(({ key, boots_here }) => [key, boots_here]) };
};
const rowOf = (key: string) => database.db.selectFrom('images').selectAll().where('key', '=', key).executeTakeFirst();
const files = () => readdir(join(home.engine, 'images', 'registered'));

test('an image is sold after its trial boot, with a new group, its memory and where it came from', async () => {
  expect((await list()).boots).toEqual([
    ['stock', 'not tried'],
    ['v3', 'not tried'],
  ]);
  const reply = await add();
  expect(trial.booted).toEqual([expect.objectContaining({ diskGb: 2, memoryMb: 1536 })]);
  expect(await rowOf('stock')).toMatchObject({
    ...{ name: 'Stock Linux 1', reports: 'line', minimum_ram_gb: 2, minimum_disk_gb: 2, eol: true, disabled_at: null },
    source: {
      url: expect.stringContaining('/disk.qcow2'),
      sha256: sha256(images['disk.qcow2'] as Buffer),
      signed_by: 'not signed',
    },
  });
  const group = await database.db.selectFrom('image_groups').selectAll().where('key', '=', 'stock').executeTakeFirst();
  expect(group).toMatchObject({ name: 'Stock Linux', type: 'os' });
  const lines = await database.db.selectFrom('audit_log').select(['action', 'details']).execute();
  expect(lines).toMatchObject([{ action: 'addImage', details: { key: 'stock', reports: 'line', signed_by: 'not signed' } }]);
  expect(formatAdded(JSON.parse(JSON.stringify(reply)))).toMatch(
    /is on sale. It needs 2 GB of memory and 2 GB of disk.\n.*not signed/,
  );
  expect((await list()).boots[0]).toEqual(['stock', 'yes']);
  expect(formatAdded(JSON.parse(JSON.stringify((await list()).reply)))).toMatch(/^stock {2}Stock Linux 1 .* no {6}yes$/m);
});

test('an image that fails its trial boot is not sold, and an older build stays', async () => {
  trial.result = FAILED;
  await expect(add()).rejects.toThrow(/the guest shut itself down. The image is not sold.*\n.*\n {2}Kernel panic/);
  expect(await rowOf('stock')).toBeUndefined();
  // The download is not repeated.
  const requests = vendor.received.length;
  await add({ untested: true });
  expect(vendor.received.slice(requests).map(({ path }) => path)).toEqual(['/disk.qcow2.sha256']);
  const older = await rowOf('stock');
  expect(older).toMatchObject({ reports: 'none' });
  expect((await list()).boots[0]).toEqual(['stock', 'not tried']);
  images = { 'disk.qcow2': await makeImage('second', ['3G']) };
  await expect(add()).rejects.toThrow('Kernel panic');
  expect(await rowOf('stock')).toEqual(older);
});

test('a build that is on sale is neither downloaded nor tried again', async () => {
  await add({ untested: true });
  const requests = vendor.received.length;
  expect(await add({ untested: true })).toMatchObject({ unchanged: true, minimum_disk_gb: 2 });
  // It was not tried before.
  expect(await add()).toMatchObject({ unchanged: false, image: { reports: 'line' } });
  const row = await rowOf('stock');
  const reply = await add();
  expect(formatAdded(JSON.parse(JSON.stringify(reply)))).toBe(
    `Image ${row?.id} (stock) is on sale with this build already. Nothing was downloaded.`,
  );
  expect(await rowOf('stock')).toEqual(row);
  expect(vendor.received.slice(requests).map(({ path }) => path)).toEqual(Array(3).fill('/disk.qcow2.sha256'));
  expect([trial.booted.length, await files()]).toEqual([1, [basename(row?.path ?? '')]]);
  // A file that is gone is downloaded again.
  await rm(join(home.engine, 'images', 'registered', basename(row?.path ?? '')));
  expect(await add()).toMatchObject({ unchanged: false });
});

test('a build that was signed before the one on sale is refused by name, unless it is asked for', async () => {
  const vendors = async (at: string): Promise<VendorImage> => {
    const key = await makeSigningKey(directory, `${at}@example.com`, { at });
    const list = `${sha256(images['disk.qcow2'] as Buffer)}  disk.qcow2\n`;
    images.SUMS = Buffer.from(list);
    images['SUMS.gpg'] = await key.sign(list, 'detached');
    keys = key.keys;
    return {
      ...STOCK,
      digests: { ...STOCK.digests, file: 'SUMS' },
      signature: { kind: 'detached', file: 'SUMS.gpg', keys: 'x.asc' },
    };
  };
  await add({}, await vendors('20260301T000000'));
  const newer = await rowOf('stock');
  expect(newer?.source).toMatchObject({ signed_at: '2026-03-01T00:00:00.000Z' });
  images['disk.qcow2'] = await makeImage('older', ['3G']);
  const older = await vendors('20260201T000000');
  await expect(add({}, older)).rejects.toThrow('SUMS with disk.qcow2 was signed at 2026-02-01 00:00 UTC');
  expect(await rowOf('stock')).toEqual(newer);
  await add({ older: true }, older);
  expect((await rowOf('stock'))?.source).toMatchObject({ signed_at: '2026-02-01T00:00:00.000Z' });
});

test('a newer build replaces the older one, whose file stays until it is pruned', async () => {
  await add();
  images = { 'disk.qcow2': await makeImage('second', ['3G']) };
  await add();
  const newest = basename((await rowOf('stock'))?.path ?? '');
  const older = (await files()).find((name) => name !== newest) ?? '';
  expect(await files()).toHaveLength(2);
  expect((await pruneOnNode(installation(), { yes: true })).data).toEqual([]);
  // The kernel writes times with fractions of a millisecond.
  const longAgo = Math.floor(Date.now() / 1000) - 31 * 86_400 + 0.123_456_7;
  for (const name of [newest, older]) await utimes(join(home.engine, 'images', 'registered', name), longAgo, longAgo);
  await writeFile(join(home.engine, 'images', 'registered', 'notes.txt'), 'of the operator');
  await utimes(join(home.engine, 'images', 'registered', 'notes.txt'), longAgo, longAgo);
  expect((await pruneOnNode(installation(), { yes: false })).data).toMatchObject([{ file: older, deleted: false }]);
  expect((await pruneOnNode(installation(), { yes: true })).data).toMatchObject([{ file: older, deleted: true }]);
  expect((await files()).toSorted()).toEqual([newest, 'notes.txt'].toSorted());
  const lines = await database.db.selectFrom('audit_log').select('action').orderBy('id').execute();
  expect(lines.map(({ action }) => action)).toEqual(['addImage', 'addImage', 'pruneImages']);
});

test('the 30 days of a file begin when its image gets another one', async () => {
  const longAgo = Date.now() / 1000 - 31 * 86_400;
  const addOld = async (name: string, size: string) => {
    images = { 'disk.qcow2': await makeImage(name, [size]) };
    await add();
    const file = basename((await rowOf('stock'))?.path ?? '');
    await utimes(join(home.engine, 'images', 'registered', file), longAgo, longAgo);
    return file;
  };
  const pruned = async () => (await pruneOnNode(installation(), { yes: false })).data.map(({ file }) => file);
  const first = await addOld('first', '1G');
  await addOld('second', '2G');
  expect(await pruned()).toEqual([]);
  await utimes(join(home.engine, 'images', 'registered', first), longAgo, longAgo);
  await addOld('third', '3G');
  expect(await pruned()).toEqual([first]);
});

test.each([
  ['a backing file', ['-u', '-b', '/etc/shadow', '-F', 'raw', '2G'], 'the image refers to another file'],
  ['an external data file', ['-o', 'data_file=HERE/data.raw', '2G'], 'the image refers to another file'],
])('an image with %s is refused, and leaves nothing', async (_what, args, why) => {
  images = { 'disk.qcow2': await makeImage('bad', args) };
  await expect(add()).rejects.toThrow(why);
  expect(await files()).toEqual([]);
  expect(trial.booted).toEqual([]);
});

test('unknown images, and images for newer CPUs, are refused before anything is downloaded', async () => {
  const requests = vendor.received.length;
  trial.cpu = OLD_CPU;
  await expect(add({}, { ...STOCK, cpuLevel: 3 })).rejects.toThrow(/does not boot here: this host's CPU lacks avx2, /);
  await expect(add({ key: 'none' })).rejects.toThrow('none is not a known image');
  expect((await list()).boots[1]).toEqual(['v3', 'no']);
  expect(vendor.received.length).toBe(requests);
});

test('a registered image is tried too, and its family is made', async () => {
  const file = join(directory, 'mine.raw');
  await writeFile(file, 'random bytes');
  const digest = sha256(Buffer.from('random bytes'));
  const input = { key: 'mine', name: 'Mine', group: 'mine', family: 'My own', file, sha256: digest };
  const register = (untested: boolean) =>
    registerOnNode(installation(), { ...input, untested, minimum_ram: 1, eol: false, ssh_keys: true });
  trial.result = FAILED;
  await expect(register(false)).rejects.toThrow('Kernel panic');
  expect([await rowOf('mine'), await files()]).toEqual([undefined, []]);
  expect(await register(true)).toMatchObject({ key: 'mine', group: 'mine', reports: 'none' });
  trial.result = { passed: true, reports: 'agent' };
  expect(await register(false)).toMatchObject({ reports: 'agent' });
  expect(await rowOf('mine')).toMatchObject({ minimum_disk_gb: 1 });
});
