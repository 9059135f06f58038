/** Scenarios in which snapshots and backups are taken, deleted, restored, and deployed as new servers. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Copy, CopyKind, WorkflowState } from '@innkeeper/db/schema';
import { findActiveAddon } from '@innkeeper/db/tables/addons';
import { readSimulated, writeInSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { createBackup } from '@innkeeper/operations/backups';
import { deployServer } from '@innkeeper/operations/servers/deploy';
import { createSnapshot, deleteSnapshot } from '@innkeeper/operations/snapshots';
import { copyDelete } from '@innkeeper/workflows/copies/delete';
import { serverBackup, serverSnapshot } from '@innkeeper/workflows/servers/copy';
import { serverDeploy } from '@innkeeper/workflows/servers/deploy';
import { deployedIn } from '../../deployed.ts';
import { givenAddon, givenCopy } from '../../given-copies.ts';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';
import { activeServer, setPower } from './server-power.ts';

export const COPY_SCENARIOS: readonly Scenario[] = [
  { name: 'server.snapshot', definition: serverSnapshot, begin: (lab) => copying(lab, 'snapshot') },
  { name: 'server.backup', definition: serverBackup, begin: (lab) => copying(lab, 'backup') },
  { name: 'copy.delete', definition: copyDelete, begin: deleting },
  { name: 'server.deploy, from a snapshot', definition: serverDeploy, begin: deploying },
];

/** Returns whether all workflows ended in the state `done`. */
export const isDone = (ended: ReadonlyMap<number, WorkflowState>): boolean =>
  [...ended.values()].every((state) => state === 'done');

async function copying(lab: TortureLab, kind: CopyKind): Promise<Begun> {
  const { id, account_id } = await activeServer(lab);
  await dropCopies(lab);
  await setPower(lab, id, 'running');
  if (!(await findActiveAddon(lab.db, id, 'backups'))) await givenAddon(lab.db, { serverId: id, key: 'backups' });
  const { bootId } = await lab.engine.compute.inspect(machineIdOf(id));
  const copy = await asCaller(lab, account_id, async (cx) =>
    kind === 'snapshot'
      ? createSnapshot(cx, await inputOf(cx, 'createSnapshot', { id, body: { name: 'before' } }))
      : createBackup(cx, await inputOf(cx, 'createBackup', { id })),
  );
  assert.ok('id' in copy);
  return {
    workflowIds: await queuedFor(lab, [id]),
    async check(ended) {
      const row = await rowOf(lab, copy.id);
      assert.equal(row?.status, isDone(ended) ? 'ready' : 'failed');
      await expectOnlyCompleteFiles(lab);
      // The server kept running.
      assert.equal((await lab.engine.compute.inspect(machineIdOf(id))).bootId, bootId);
    },
  };
}

async function deleting(lab: TortureLab): Promise<Begun> {
  const { id, account_id } = await activeServer(lab);
  const copy = await storedCopy(lab, id);
  await asCaller(lab, account_id, async (cx) => deleteSnapshot(cx, await inputOf(cx, 'deleteSnapshot', { id: copy.id })));
  const found = await lab.db
    .selectFrom('workflows')
    .select('id')
    .where('resource_kind', '=', 'snapshot')
    .where('resource_id', '=', copy.id)
    .execute();
  return {
    workflowIds: found.map((row) => row.id),
    async check(ended) {
      // A file that could not be removed keeps its row, and a sweep retries the removal.
      assert.equal((await rowOf(lab, copy.id))?.status, isDone(ended) ? undefined : 'deleting');
      if (isDone(ended)) await expectOnlyCompleteFiles(lab);
    },
  };
}

async function deploying(lab: TortureLab): Promise<Begun> {
  const { id, account_id } = await activeServer(lab);
  const copy = await storedCopy(lab, id);
  const body = { name: ['copied'], plan: 'nano', billing_cycle: 1, snapshot_id: copy.id };
  const { servers } = await asCaller(lab, account_id, async (cx) =>
    deployedIn(await deployServer(cx, await inputOf(cx, 'deployServer', { body }))),
  );
  const serverIds = servers.map((server) => server.id);
  const [made = 0] = serverIds;
  return {
    workflowIds: await queuedFor(lab, serverIds),
    async check(ended) {
      if (isDone(ended)) {
        const { disk } = await readSimulated(lab.home, machineIdOf(made));
        assert.deepEqual([disk.files[MARK_FILE], disk.hostname], ['copied', 'copied']);
      }
      await expectOnlyCompleteFiles(lab);
    },
  };
}

export const MARK_FILE = '/mark';

/** Inserts a complete snapshot of the server, whose guest's mark is `copied`. Deletes all other copies. */
export async function storedCopy(lab: TortureLab, serverId: number): Promise<Copy> {
  await dropCopies(lab);
  const { compute, copies } = lab.engine;
  const machineId = machineIdOf(serverId);
  await writeInSimulated(lab.home, machineId, MARK_FILE, 'copied');
  const path = await copies.scratch('stored.qcow2');
  const { bytes, sha256 } = await compute.copyDisk(machineId, { to: path });
  await copies.store('node').put('stored.qcow2', { path, bytes, sha256 });
  await copies.dropScratch('stored.qcow2');
  return givenCopy(lab.db, { serverId, bytes: BigInt(bytes), sha256, object_key: 'stored.qcow2' });
}

async function dropCopies(lab: TortureLab): Promise<void> {
  for (const { id, target, object_key } of await lab.db.selectFrom('copies').selectAll().execute()) {
    if (target && object_key) await lab.engine.copies.store(target).remove(object_key);
    await lab.db.deleteFrom('copies').where('id', '=', id).execute();
  }
}

async function rowOf(lab: TortureLab, id: number): Promise<Copy | undefined> {
  return lab.db.selectFrom('copies').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Throws unless the stored files are exactly those of complete copies, with their checksums. */
export async function expectOnlyCompleteFiles(lab: TortureLab): Promise<void> {
  const ready = await lab.db.selectFrom('copies').selectAll().where('status', '=', 'ready').execute();
  const entries = await readdir(join(lab.home, 'copies'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  assert.deepEqual(files.sort(), ready.map((copy) => copy.object_key).sort());
  for (const { target, object_key, bytes, sha256 } of ready) {
    await lab.engine.copies.store(target ?? '').verify(object_key ?? '', { bytes: Number(bytes), sha256: sha256 ?? '' });
  }
}
