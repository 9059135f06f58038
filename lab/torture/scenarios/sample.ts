/** Scenario of the sample workflow, on a machine without a server. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { enqueueTest, type TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { sample } from './sample-definition.ts';

export const sampleScenario: Scenario = { name: 'torture.sample', definition: sample, begin };

async function begin(lab: TortureLab): Promise<Begun> {
  const resourceId = randomInt(1, 2 ** 31 - 1);
  const machineId = `sample-${resourceId}`;
  const id = await enqueueTest(lab, sample.kind, { input: { machineId }, resourceId });
  return {
    workflowIds: [id],
    async check(ended) {
      const done = ended.get(id) === 'done';
      assert.equal((await lab.engine.compute.inspect(machineId)).power, done ? 'running' : 'absent');
      assert.equal((await lab.engine.network.list()).includes(machineId), done);
    },
  };
}
