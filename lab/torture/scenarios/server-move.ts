/** Scenario that moves a stopped server between two nodes with a shared store for backups. */
import assert from 'node:assert/strict';
import { upsertCopyRoom } from '@innkeeper/db/tables/copies/room';
import { updateServer } from '@innkeeper/db/tables/servers';
import { moveStoppedServers } from '@innkeeper/domain/servers/move';
import { readSimulated, writeInSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { serverMove } from '@innkeeper/workflows/servers/move';
import { givenAccount, givenServer } from '../../given.ts';
import { givenMachine } from '../../given-machine.ts';
import type { LabNode, TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';

export const moveScenario: Scenario = { name: 'server.move', definition: serverMove, nodes: ['a', 'b'], begin };

type Place = LabNode & { id: number };

async function begin(lab: TortureLab): Promise<Begun> {
  const [from, to] = [...lab.nodes].map(([id, node]) => ({ id, ...node })) as [Place, Place];
  for (const node of [from, to]) await writeStore(lab, node);
  const { accountId } = await givenAccount(lab.db);
  const id = await givenServer(lab.db, { accountId, node_id: from.id, power: 'stopped' });
  const machineId = await givenMachine(from.engine, id);
  await writeInSimulated(from.home, machineId, 'letter', 'to be kept');
  const { identity } = (await readSimulated(from.home, machineId)).disk;
  await asCaller(lab, accountId, (cx) => moveStoppedServers(cx, from));
  return {
    workflowIds: await queuedFor(lab, [id]),
    async check(ended) {
      const row = await lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      if ([...ended.values()].every((state) => state === 'done')) assert.equal(row.node_id, to.id);
      const place = row.node_id === to.id ? to : from;
      const { disk } = await readSimulated(place.home, machineId);
      assert.deepEqual([disk.identity, disk.files], [identity, { letter: 'to be kept' }]);
      assert.equal(row.power, 'stopped');
      const stored: string[] = [];
      for await (const key of from.engine.copies.storeFor('backup').list()) stored.push(key);
      const unfinished = [from, to].map(({ engine }) => engine.copies.storeFor('backup').unfinished());
      assert.deepEqual([stored, ...(await Promise.all(unfinished))], [[], [], []]);
      // A server that has not moved must not be a candidate in the next run.
      if (place !== from) return;
      await from.engine.compute.start(machineIdOf(id));
      await updateServer(lab.db, id, { power: 'running' });
    },
  };
}

/** Writes the node's backup store, as its worker does every 30 s. */
async function writeStore(lab: TortureLab, { id: nodeId, engine }: Place): Promise<void> {
  const { name: target, location } = engine.copies.storeFor('backup');
  await upsertCopyRoom(lab.db, { kind: 'backup', nodeId, target, location, freeBytes: 10n ** 12n, now: new Date() });
}
