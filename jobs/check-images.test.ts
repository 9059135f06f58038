import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { makeDraft } from '@innkeeper/engine/images/drafts';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { givenTinyFile } from '@innkeeper/lab/given-images';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkImages, measureImage } from './check-images.ts';
import { startJobs } from './start.ts';

let database: TestDatabase;
/** Connection with the rights of the worker. */
let worker: OpenDatabase;
let directory: string;
let home: string;
let engine: Engine;
beforeEach(async () => {
  database = await openTestDatabase();
  worker = openDatabase({ url: asRole(database.url, WORKER_ROLE), max: 2 });
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-images-'));
  home = join(directory, 'home', 'engine');
  engine = await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG });
  await givenTinyFile(database.db, engine);
});
afterEach(async () => {
  await worker.close();
  await database.close();
  await rm(directory, { recursive: true });
});

const cx = (isFirstHost = true) => ({ ...givenJobCx(worker.db), engine, log: SILENT_LOG, isFirstHost });
const check = () => checkImages(cx());
const alerts = async () => (await openAlerts(database.db)).map(({ kind, message }) => `${kind} ${message}`);
const tiny = () => join(home, 'simulated-images', 'tiny.qcow2');

/** Registers a file as an image. Returns a function that reads its row. */
async function givenImage(key: string, path: string) {
  await database.db
    .transaction()
    .execute((trx) => registerImage(trx, { key, path, name: key, group: 'tiny', format: 'raw', ssh_keys_support: true }));
  return () => database.db.selectFrom('images').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}

async function givenFile(path: string, content: string): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
  return path;
}

test('an image whose file is gone is missing with one alert, and is back when its file is', async () => {
  const mine = await givenImage('mine', await givenFile(join(directory, 'owner', 'mine.raw'), 'mine'));
  await check();
  expect([await alerts(), (await mine()).missing_since]).toEqual([[], null]);
  await rename(join(directory, 'owner'), join(directory, 'unmounted'));
  await check();
  const { missing_since: since } = await mine();
  await check();
  expect((await mine()).missing_since).toEqual(since ?? expect.fail('it counts as there'));
  expect(await alerts()).toEqual([expect.stringMatching(/^image_missing Image mine has no file .*image repair mine$/)]);
  await rename(join(directory, 'unmounted'), join(directory, 'owner'));
  await check();
  expect([await alerts(), (await mine()).missing_since]).toEqual([[], null]);
  const lines = await database.db.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute();
  expect(lines.map(({ action }) => action)).toEqual(['image.file-missing', 'image.file-found']);
});

test('a disabled image has no alert, but counts as missing when it is enabled', async () => {
  const off = await givenImage('off', '/nowhere/off.raw');
  await check();
  expect(await alerts()).toHaveLength(1);
  await database.db.updateTable('images').set({ disabled_at: new Date() }).where('key', '=', 'off').execute();
  await check();
  expect([await alerts(), (await off()).missing_since]).toEqual([[], expect.any(Date)]);
  await database.db.updateTable('images').set({ disabled_at: null }).where('key', '=', 'off').execute();
  await check();
  expect(await alerts()).toHaveLength(1);
});

test('a file that lost its end is missing, once its size is known', async () => {
  const path = await givenFile(join(directory, 'mine.raw'), 'the whole file');
  const mine = await givenImage('mine', path);
  await measureImage(cx());
  await measureImage(cx());
  const sha256 = createHash('sha256').update('the whole file').digest('hex');
  expect(await mine()).toMatchObject({ bytes: 14n, sha256, minimum_disk_gb: 1 });
  await writeFile(path, 'the whole');
  await check();
  expect((await mine()).missing_since).not.toBeNull();
  expect(await alerts()).toEqual([expect.stringContaining('has a file of 9 bytes instead of 14')]);
  // The file that is left is not measured instead.
  await database.db.updateTable('images').set({ sha256: null }).where('key', '=', 'mine').execute();
  await measureImage(cx());
  expect(await mine()).toMatchObject({ bytes: 14n, sha256: null });
});

test('the least disk is that in a qcow2 file, also of an image whose digest is known', async () => {
  const header = Buffer.alloc(64);
  header.write('QFI\xfb', 'latin1');
  header.writeBigUInt64BE(3n * 2n ** 30n + 1n, 24);
  const path = join(directory, 'large.qcow2');
  await writeFile(path, header);
  const large = await givenImage('large', path);
  await database.db
    .updateTable('images')
    .set({ format: 'qcow2', bytes: 64n, sha256: 'a'.repeat(64) })
    .where('key', '=', 'large')
    .execute();
  await measureImage(cx());
  expect(await large()).toMatchObject({ minimum_disk_gb: 4, sha256: 'a'.repeat(64) });
  // Another file is measured again.
  await writeFile(join(directory, 'other.raw'), 'other');
  await givenImage('large', join(directory, 'other.raw'));
  expect((await large()).minimum_disk_gb).toBeNull();
  await measureImage(cx());
  expect((await large()).minimum_disk_gb).toBe(1);
});

test("after a restore at another path, images below the engine directory are found, and an owner's path stays", async () => {
  const moved = await givenImage('moved', '/old/house/engine/images/registered/moved-1a2b.raw');
  const lost = await givenImage('lost', '/old/house/engine/images/registered/lost-3c4d.raw');
  const own = await givenImage('own', await givenFile(join(directory, 'owner.raw'), 'own'));
  await givenFile(join(home, 'images', 'registered', 'moved-1a2b.raw'), 'moved');
  await check();
  expect(await moved()).toMatchObject({ path: 'images/registered/moved-1a2b.raw', missing_since: null });
  expect(await lost()).toMatchObject({
    path: '/old/house/engine/images/registered/lost-3c4d.raw',
    missing_since: expect.any(Date),
  });
  expect(await own()).toMatchObject({ path: join(directory, 'owner.raw'), missing_since: null });
});

test('a further node decides nothing', async () => {
  await rm(tiny());
  await checkImages(cx(false));
  await measureImage(cx(false));
  expect(await alerts()).toEqual([]);
  await check();
  expect(await alerts()).toHaveLength(1);
});

test('drafts of killed commands are removed, and parts of downloads stay', async () => {
  const trials = join(home, 'images', 'trials');
  const part = await givenFile(join(home, 'images', 'registered', `.part-4194305-1-00000000-${'ab'.repeat(8)}`), 'half');
  await givenFile(join(trials, '.draft-4194305-1-00000000-abcdef', 'disk.qcow2'), 'disk');
  const own = await makeDraft(trials);
  await check();
  expect([await readdir(trials), await readdir(dirname(part))]).toEqual([[basename(own)], [basename(part)]]);
  await givenFile(join(trials, '.draft-4194305-1-00000000-abcdef', 'disk.qcow2'), 'disk');
  await checkImages(cx(false));
  expect(await readdir(trials)).toEqual([basename(own)]);
});

test('a file that was registered meanwhile is not judged by the file before', async () => {
  const mine = await givenImage('mine', '/nowhere/mine.raw');
  const { imageFiles } = engine;
  const find = imageFiles.find.bind(imageFiles);
  imageFiles.find = async (stored) => {
    const found = await find(stored);
    if (stored === '/nowhere/mine.raw') await givenImage('mine', await givenFile(join(directory, 'new.raw'), 'new'));
    return found;
  };
  await check();
  expect(await mine()).toMatchObject({ path: join(directory, 'new.raw'), missing_since: null });
  expect(await alerts()).toEqual([]);
});

test('a worker starts although the disk of an image does not answer', async () => {
  const begin = new EventEmitter();
  const [begun, answered] = [once(begin, 'begun'), once(begin, 'answered')];
  engine.imageFiles.lookAt = async () => {
    begin.emit('begun');
    await answered;
    return [];
  };
  await engine.network.open([]);
  await engine.compute.open();
  const { clock, settings } = givenJobCx(worker.db);
  const jobs = startJobs('node', { db: worker.db, engine, clock, settings, log: SILENT_LOG, isFirstHost: true });
  await jobs.firstRuns;
  await begun;
  begin.emit('answered');
  await jobs.stop();
  await engine.compute.close();
  await engine.network.close();
});

test('a worker starts although an image takes long to measure, and ends although it is being measured', async () => {
  const mine = await givenImage('mine', await givenFile(join(directory, 'mine.raw'), 'mine'));
  await engine.network.open([]);
  await engine.compute.open();
  const begin = new EventEmitter();
  const begun = once(begin, 'begun');
  engine.imageFiles.measure = async (_stored, signal) => {
    begin.emit('begun');
    await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    return null;
  };
  const everyMs = { 'measure-images': 1 };
  const failed: object[] = [];
  const log = { ...SILENT_LOG, error: (fields: object) => void failed.push(fields) };
  const { clock, settings } = givenJobCx(worker.db);
  const jobs = startJobs('node', { db: worker.db, engine, clock, settings, log, isFirstHost: true, everyMs });
  await jobs.firstRuns;
  await begun;
  await jobs.stop();
  expect([failed, (await mine()).sha256]).toEqual([[], null]);
  await engine.compute.close();
  await engine.network.close();
});
