import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DoctorPlace, openDoctorPlace } from '@innkeeper/lab/doctor-place';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenIso } from '@innkeeper/lab/given-isos';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { isoFileOf } from '@innkeeper/model/machine-names';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorPlace;
let accountId: number;
beforeEach(async () => {
  place = await openDoctorPlace();
  ({ accountId } = await givenAccount(place.db));
});
afterEach(() => place.close());

const coming = { account_id: 0, status: 'downloading', path: null } as const;
const removeOtherNode = () => place.db.deleteFrom('nodes').where('id', '=', place.otherNodeId).execute();

async function downloaded(isoId: number): Promise<string> {
  const order = {
    name: isoFileOf(isoId),
    url: 'https://mirror.example/given.iso',
    limitMs: 60_000,
    maxBytes: 1_000_000,
    sha256: null,
  };
  return (await place.engine.downloads.download({ ...order, signal: new AbortController().signal })).path;
}

async function whole(): Promise<{ id: number; path: string }> {
  const id = await givenIso(place.db, { ...coming, account_id: accountId });
  const path = await downloaded(id);
  await place.db.updateTable('isos').set({ status: 'ready', path }).where('id', '=', id).execute();
  return { id, path };
}

test('a file and its row are sound, and so is what is just being downloaded or removed', async () => {
  await removeOtherNode();
  await whole();
  const id = await givenIso(place.db, { ...coming, account_id: accountId });
  await downloaded(id);
  await place.underWay('iso.download', { id, account_id: accountId }, {});
  await downloaded(800);
  await place.underWay('iso.remove', { id: 800, account_id: accountId }, {});
  // Of the operator, from elsewhere.
  const path = join(place.home, 'operator.iso');
  await writeFile(path, '');
  await givenIso(place.db, { account_id: null, path });
  expect(await place.amiss()).toEqual({});
});

test('a file that no row has is found, and one whose download has failed', async () => {
  const path = await downloaded(900);
  const failed = await givenIso(place.db, { account_id: accountId, status: 'failed', error: 'Gone.', path: null });
  const other = await downloaded(failed);
  const { 'ISO files': found = '', ...others } = await place.amiss();
  expect(found.replace(' no ISO has', '').split(', ').sort()).toEqual([path, other].sort());
  expect(others).toEqual({});
});

test('a row whose file is gone is found', async () => {
  await removeOtherNode();
  const { id, path } = await whole();
  await rm(path);
  expect(await place.amiss()).toEqual({ ISOs: `ISO ${id} (${path}) have lost their files` });
});

test('among several nodes a file must be here when it is in a drive here', async () => {
  const [lost, inDrive, inDriveElsewhere] = [await whole(), await whole(), await whole()];
  for (const { path } of [lost, inDrive, inDriveElsewhere]) await rm(path);
  const server = await givenServer(place.db, { accountId, node_id: place.nodeId, secondary_iso_id: inDrive.id });
  await givenMachine(place.engine, server);
  await givenServer(place.db, { accountId, node_id: place.otherNodeId, primary_iso_id: inDriveElsewhere.id });
  expect(await place.amiss()).toEqual({ ISOs: `ISO ${inDrive.id} (${inDrive.path}) have lost their files` });
});

test('a download that nobody does is found', async () => {
  const id = await givenIso(place.db, { ...coming, account_id: accountId });
  expect(await place.amiss()).toEqual({ downloads: `iso-${id} are done by nobody` });
});
