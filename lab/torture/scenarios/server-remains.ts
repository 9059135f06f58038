/** Scenario that removes what a lost node has of a server, once that node is back. */
import assert from 'node:assert/strict';
import { lockServer } from '@innkeeper/db/tables/servers';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { serverRemoveRemains } from '@innkeeper/workflows/servers/remove-remains';
import { givenAccount, givenServer } from '../../given.ts';
import { givenMachine } from '../../given-machine.ts';
import type { LabNode, TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';

export const remainsScenario: Scenario = {
  name: 'server.remove-remains',
  definition: serverRemoveRemains,
  nodes: ['a', 'b'],
  begin,
};

type Place = LabNode & { id: number };

async function begin(lab: TortureLab): Promise<Begun> {
  const [from, to] = [...lab.nodes].map(([id, node]) => ({ id, ...node })) as [Place, Place];
  const { accountId } = await givenAccount(lab.db);
  const id = await givenServer(lab.db, { accountId, node_id: to.id });
  const machineId = await givenMachine(from.engine, id, lab.db);
  await givenMachine(to.engine, id, lab.db);
  await to.engine.compute.start(machineId);
  await asCaller(lab, accountId, async (cx) => {
    assert(await lockServer(cx.db, id));
    await startWorkflow(
      cx,
      'server.remove-remains',
      { id, account_id: null },
      { from: from.id },
      { lock: null, nodeId: from.id },
    );
  });
  return {
    workflowIds: await queuedFor(lab, [id]),
    async check() {
      assert.equal((await to.engine.compute.inspect(machineId)).power, 'running');
      assert((await to.engine.network.list()).includes(machineId));
      await assert.rejects(readSimulated(from.home, machineId));
      assert(!(await from.engine.network.list()).includes(machineId));
    },
  };
}
