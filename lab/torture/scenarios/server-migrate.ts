/** Scenario that moves a running server between two nodes. */
import assert from 'node:assert/strict';
import { recordNodeLink } from '@innkeeper/db/tables/node-links';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { migrateServer } from '@innkeeper/domain/servers/migrate';
import { readSimulated, writeInSimulated } from '@innkeeper/engine/compute/simulated/store';
import { serverMigrate } from '@innkeeper/workflows/servers/migrate';
import { givenAccount, givenServer } from '../../given.ts';
import { givenMachine } from '../../given-machine.ts';
import type { LabNode, TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';

export const migrateScenario: Scenario = {
  name: 'server.migrate',
  definition: serverMigrate,
  nodes: ['a', 'b'],
  // A new worker cannot continue the streams of a dead one.
  rollsBackAfter: {
    inProcess: ['afterStep copy-disk'],
    killed: ['beforeStep copy-disk', 'afterStep copy-disk', 'beforeStep switch'],
  },
  begin,
};

type Place = LabNode & { id: number };

async function begin(lab: TortureLab): Promise<Begun> {
  const [from, to] = [...lab.nodes].map(([id, node]) => ({ id, ...node })) as [Place, Place];
  for (const { id: nodeId } of [from, to])
    await recordNodeLink(lab.db, { nodeId, address: `127.0.0.1:${nodeId}`, certificate: String(nodeId).padStart(64, '0') });
  const { accountId } = await givenAccount(lab.db);
  const id = await givenServer(lab.db, { accountId, node_id: from.id });
  const machineId = await givenMachine(from.engine, id, lab.db);
  await from.engine.compute.start(machineId);
  await writeInSimulated(from.home, machineId, 'letter', 'to be kept');
  const { bootId } = await from.engine.compute.inspect(machineId);
  await updateServer(lab.db, id, { boot_id: bootId });
  await asCaller(lab, accountId, async (cx) => {
    const server = await lockServer(cx.db, id);
    assert(server);
    await migrateServer(cx, server, { leaveCopies: false, action: 'moveServer' });
  });
  return {
    workflowIds: await queuedFor(lab, [id]),
    async check(ended) {
      const row = await lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      if ([...ended.values()].every((state) => state === 'done')) assert.equal(row.node_id, to.id);
      const [place, other] = row.node_id === to.id ? [to, from] : [from, to];
      const { disk } = await readSimulated(place.home, machineId);
      assert.deepEqual(disk.files, { letter: 'to be kept' });
      assert.deepEqual(await place.engine.compute.inspect(machineId), { machineId, power: 'running', bootId, up: true });
      await assert.rejects(readSimulated(other.home, machineId));
      const { addresses } = await place.engine.network.holdings();
      assert(addresses.some((held) => held.machineId === machineId));
    },
  };
}
