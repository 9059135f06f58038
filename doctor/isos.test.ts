import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { upsertIsoFile } from '@innkeeper/db/tables/isos';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount } from '@innkeeper/lab/given';
import { givenIso } from '@innkeeper/lab/given-isos';
import { isoFileOf } from '@innkeeper/model/servers/machine-names';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
let accountId: number;
beforeEach(async () => {
  place = await openDoctorLab();
  ({ accountId } = await givenAccount(place.db));
});
afterEach(() => place.close());

const coming = { account_id: 0, status: 'downloading' } as const;

async function downloaded(isoId: number): Promise<string> {
  const order = {
    name: isoFileOf(isoId),
    url: 'https://mirror.example/given.iso',
    content: 'iso' as const,
    limitMs: 60_000,
    maxBytes: 1_000_000,
    sha256: null,
  };
  return (await place.engine.downloads.download({ ...order, signal: new AbortController().signal })).path;
}

async function whole(nodeId?: number): Promise<{ id: number; path: string }> {
  const id = await givenIso(place.db, { ...coming, account_id: accountId });
  const path = await downloaded(id);
  await place.db.updateTable('isos').set({ status: 'ready' }).where('id', '=', id).execute();
  await upsertIsoFile(place.db, id, nodeId ?? place.nodeId, path);
  return { id, path };
}

test('a file with its row is fine, and so is one that is being downloaded or removed', async () => {
  await whole();
  const id = await givenIso(place.db, { ...coming, account_id: accountId });
  await downloaded(id);
  await place.underWay('iso.download', { id, account_id: accountId }, { nodeId: place.nodeId });
  await downloaded(800);
  await place.underWay('iso.remove', { id: 800, account_id: accountId }, { nodeId: null });
  // A file of the operator, outside the download directory.
  const path = join(place.home, 'operator.iso');
  await writeFile(path, '');
  await upsertIsoFile(place.db, await givenIso(place.db, { account_id: null }), place.nodeId, path);
  expect(await place.findings()).toEqual({});
});

test('finds a file without a row, and one whose download failed', async () => {
  const path = await downloaded(900);
  const failed = await givenIso(place.db, { account_id: accountId, status: 'failed', error: 'Gone.' });
  const other = await downloaded(failed);
  const { 'ISO files': found = '', ...others } = await place.findings();
  expect(found.replace('belong to no ISO: ', '').split(', ').sort()).toEqual([path, other].sort());
  expect(others).toEqual({});
});

test('finds a row whose file is missing', async () => {
  const { id, path } = await whole();
  await rm(path);
  expect(await place.findings()).toEqual({ ISOs: `have no files: ISO ${id} (${path})` });
});

test('ignores files of another node', async () => {
  const [lost, elsewhere] = [await whole(), await whole(place.otherNodeId)];
  for (const { path } of [lost, elsewhere]) await rm(path);
  expect(await place.findings()).toEqual({ ISOs: `have no files: ISO ${lost.id} (${lost.path})` });
});

test('finds an abandoned download', async () => {
  const id = await givenIso(place.db, { ...coming, account_id: accountId });
  expect(await place.findings()).toEqual({ downloads: `belong to no workflow: iso-${id}` });
});
