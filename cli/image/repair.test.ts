import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeConfiguration } from '@innkeeper/apps/configuration/set';
import { type Home, makeHome } from '@innkeeper/apps/installation/home';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { listImageFiles } from '@innkeeper/db/tables/image-files';
import { audit } from '@innkeeper/domain/audit';
import { recordImageFiles } from '@innkeeper/domain/images/record-files';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenJobCx, givenOperatorCx } from '@innkeeper/lab/given-cx';
import { givenTinyFile } from '@innkeeper/lab/given-images';
import type { ImageSource } from '@innkeeper/model/images/source';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repairOnNode } from '../image.ts';
import type { Installation } from '../operator/installation.ts';

const SHA = 'ab'.repeat(32);

let database: TestDatabase;
let directory: string;
let home: Home;
let engine: Engine;
beforeEach(async () => {
  database = await openTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-repair-'));
  home = await makeHome(directory);
  engine = await openEngine({ kind: 'simulated', home: home.engine, projectRoot: directory, root: false, log: SILENT_LOG });
  await givenTinyFile(database.db, engine);
});
afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

function repair(input: { key?: string; file?: string } = {}) {
  const installation: Pick<Installation, 'requireChangesAllowed' | 'commit' | 'engine' | 'home'> = {
    home,
    requireChangesAllowed: async () => {},
    engine: async () => engine,
    commit: (work) => database.db.transaction().execute((trx) => work(givenOperatorCx(trx))),
  };
  return repairOnNode(installation as Installation, input).then(({ data }) => data);
}
/** Does what the job of the worker does. */
const check = () =>
  database.db.transaction().execute(async (trx) => {
    const seen = await engine.imageFiles.lookAt(await listImageFiles(trx));
    await recordImageFiles({ ...givenJobCx(trx), db: trx }, seen);
  });
const alerts = async () => (await openAlerts(database.db)).map(({ kind }) => kind);

/** Registers an image whose file is missing. */
async function givenLost(fields: { key?: string; path?: string; source?: ImageSource; sha256?: string } = {}): Promise<number> {
  const row = { key: 'mine', path: 'images/registered/mine-abababababab.raw', name: 'Mine', group: 'tiny', ...fields };
  return database.db.transaction().execute((trx) => registerImage(trx, { ...row, format: 'raw' }));
}

test('a built image is built again, is sold again at once, and its alert closes', async () => {
  await rm(join(home.engine, 'simulated-images'), { recursive: true });
  await check();
  expect(await alerts()).toEqual(['image_missing']);
  expect(await repair()).toEqual([{ key: 'tiny', outcome: 'repaired', why: null }]);
  expect(await alerts()).toEqual([]);
  const row = await database.db.selectFrom('images').selectAll().where('key', '=', 'tiny').executeTakeFirstOrThrow();
  expect(row).toMatchObject({ missing_since: null, bytes: 0n, path: 'simulated-images/tiny.qcow2', source: { recipe: 'tiny' } });
  expect(await repair()).toEqual([]);
  const lines = await database.db.selectFrom('audit_log').select('action').orderBy('id').execute();
  expect(lines.map(({ action }) => action)).toEqual(['image.file-missing', 'repairImage']);
});

test('a file that is back by itself is noticed before the next check', async () => {
  await rm(join(home.engine, 'simulated-images'), { recursive: true });
  await check();
  await engine.images.provide('tiny');
  expect(await repair()).toEqual([{ key: 'tiny', outcome: 'present', why: null }]);
  expect(await alerts()).toEqual([]);
  expect(await repair({ key: 'tiny' })).toEqual([{ key: 'tiny', outcome: 'present', why: null }]);
});

test('a failure names the way out, and does not stop the others', async () => {
  const id = await givenLost();
  await rm(join(home.engine, 'simulated-images'), { recursive: true });
  await givenLost({ key: 'older', path: '/old/engine/images/registered/older-cdcdcdcdcdcd.raw' });
  await database.db
    .transaction()
    .execute((trx) => audit(givenOperatorCx(trx), 'registerImage', { kind: 'image', id }, { key: 'mine', sha256: SHA }));
  // An earlier release stored the digest in the audit log only.
  expect((await repair()).toSorted((a, b) => String(a.key).localeCompare(String(b.key)))).toEqual([
    { key: 'mine', outcome: 'failed', why: expect.stringContaining(`--file PATH (SHA-256 ${SHA})`) },
    { key: 'older', outcome: 'failed', why: expect.stringContaining('Put its file back to /old/engine') },
    { key: 'tiny', outcome: 'repaired', why: null },
  ]);
  await expect(repair({ key: 'none' })).rejects.toThrow('Image none does not exist.');
  const absent = await repair({ key: 'mine', file: join(directory, 'absent') });
  expect(absent).toEqual([{ key: 'mine', outcome: 'failed', why: expect.stringContaining('absent cannot be read') }]);
});

test('an image from a mirror at a private address is downloaded from there again', async () => {
  const server = createServer((_request, response) => response.end('random bytes'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sha256 = createHash('sha256').update('random bytes').digest('hex');
  const source = { url: `${mirror}mine.raw`, sha256, signed_by: 'not signed', at: '2026-11-28T12:00:00Z' };
  try {
    await givenLost({ source });
    expect((await repair({ key: 'mine' }))[0]?.why).toContain('not public');
    await givenLost({ source: { ...source, mirror } });
    expect(await repair({ key: 'mine' })).toEqual([{ key: 'mine', outcome: 'repaired', why: null }]);
    const row = await database.db.selectFrom('images').selectAll().where('key', '=', 'mine').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ sha256, missing_since: null, source: { mirror, signed_by: 'not signed' } });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

test('a URL with other bytes by now changes nothing', async () => {
  const server = createServer((_request, response) => response.end('other bytes'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await changeConfiguration(home, [{ name: 'allow.mirrors', written: [`127.0.0.1:${port}`] }], {});
  await givenLost({ source: { url: `http://127.0.0.1:${port}/mine.raw`, sha256: SHA, at: '2026-11-28T12:00:00Z' } });
  const before = await database.db.selectFrom('images').selectAll().execute();
  try {
    const [failed] = await repair();
    expect(failed).toMatchObject({ key: 'mine', outcome: 'failed', why: expect.stringContaining('checksum') });
    expect(failed?.why).toContain('./innkeeper image register mine');
    expect(await database.db.selectFrom('images').selectAll().execute()).toEqual(before);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
