/** Scenarios that download an ISO, remove one, and insert one into a drive. */
import assert from 'node:assert/strict';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadIso } from '@innkeeper/db/tables/isos';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { isoFileOf, machineIdOf } from '@innkeeper/model/servers/machine-names';
import { addIso, deleteIso } from '@innkeeper/operations/isos';
import { modifyServerIsos } from '@innkeeper/operations/servers/disk';
import { isoDownload } from '@innkeeper/workflows/isos/download';
import { isoRemove } from '@innkeeper/workflows/isos/remove';
import { serverSetMedia } from '@innkeeper/workflows/servers/set-media';
import { givenAccount, givenNode } from '../../given.ts';
import { givenIso, givenIsoFile } from '../../given-isos.ts';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';
import { activeServer, setPower } from './server-power.ts';

export const ISO_SCENARIOS: readonly Scenario[] = [
  { name: 'iso.download', definition: isoDownload, begin: download },
  { name: 'iso.remove', definition: isoRemove, begin: remove },
  { name: 'server.set-media', definition: serverSetMedia, begin: insert },
];

async function download(lab: TortureLab): Promise<Begun> {
  const { accountId } = await givenAccount(lab.db);
  if (!(await lab.db.selectFrom('nodes').select('id').executeTakeFirst())) await givenNode(lab.db);
  const body = { name: 'a', url: 'https://mirror.example/a.iso' };
  const added = await asCaller(lab, accountId, async (cx) => addIso(cx, await inputOf(cx, 'addIso', { body })));
  assert.ok('id' in added);
  const { id } = added;
  return {
    workflowIds: await queuedFor(lab, [id], 'iso'),
    async check(ended) {
      const done = [...ended.values()].every((state) => state === 'done');
      const iso = await loadIso(lab.db, id, accountId);
      assert.equal(iso?.status, done ? 'ready' : 'failed');
      assert.equal(iso?.error !== null, !done);
      assert.equal(await isThere(fileOf(lab, id)), done);
      const file = await lab.db.selectFrom('iso_files').select('path').where('iso_id', '=', id).executeTakeFirst();
      assert.equal(file?.path, done ? fileOf(lab, id) : undefined);
    },
  };
}

async function remove(lab: TortureLab): Promise<Begun> {
  const { accountId } = await givenAccount(lab.db);
  const id = await isoWithFile(lab, accountId);
  await asCaller(lab, accountId, async (cx) => deleteIso(cx, await inputOf(cx, 'deleteIso', { id })));
  return {
    workflowIds: await queuedFor(lab, [id], 'iso'),
    async check(ended) {
      assert.equal(await loadIso(lab.db, id, accountId), undefined);
      if ([...ended.values()].every((state) => state === 'done')) assert.equal(await isThere(fileOf(lab, id)), false);
    },
  };
}

async function insert(lab: TortureLab): Promise<Begun> {
  const { id, account_id } = await activeServer(lab);
  const machineId = machineIdOf(id);
  await setPower(lab, id, 'running');
  const iso = await isoWithFile(lab, account_id);
  const media = async () => (await readSimulated(lab.home, machineId)).spec.media;
  const before = await media();
  await asCaller(lab, account_id, async (cx) =>
    modifyServerIsos(cx, await inputOf(cx, 'modifyServerIsos', { id, body: { primary_iso_id: iso } })),
  );
  return {
    workflowIds: await queuedFor(lab, [id]),
    async check(ended) {
      const done = [...ended.values()].every((state) => state === 'done');
      const row = await lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      assert.equal(row.primary_iso_id === iso, done);
      assert.deepEqual(await media(), done ? { primary: fileOf(lab, iso), secondary: null, bootFrom: 'iso' } : before);
    },
  };
}

const fileOf = (lab: TortureLab, id: number): string => join(lab.home, 'isos', `${isoFileOf(id)}.iso`);
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function isoWithFile(lab: TortureLab, accountId: number): Promise<number> {
  const id = await givenIso(lab.db, { account_id: accountId });
  await mkdir(join(lab.home, 'isos'), { recursive: true });
  await writeFile(fileOf(lab, id), 'an ISO');
  await givenIsoFile(lab.db, id, fileOf(lab, id));
  return id;
}
