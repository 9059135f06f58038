/** Scenarios that take a server off the network because the traffic of its plan is used up, and put it back. */
import assert from 'node:assert/strict';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { limitBandwidth } from '@innkeeper/jobs/limit-bandwidth';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { serverSetLink } from '@innkeeper/workflows/servers/set-link';
import { givenJobCx } from '../../given-cx.ts';
import { givenUsage } from '../../given-usage.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { queuedFor } from './caller.ts';
import { activeServer, setPower } from './server-power.ts';

const scenario = (up: boolean): Scenario => ({
  name: `server.set-link, ${up ? 'back' : 'off'}`,
  definition: serverSetLink,
  begin: (lab) => begin(lab, up),
});

export const LINK_SCENARIOS: readonly Scenario[] = [scenario(false), scenario(true)];

async function begin(lab: TortureLab, up: boolean): Promise<Begun> {
  const { id } = await activeServer(lab);
  const machineId = machineIdOf(id);
  await setPower(lab, id, 'running');
  await lab.engine.compute.setLink(machineId, !up);
  await lab.db.updateTable('server_details').set({ network_suspended: up }).where('id', '=', id).execute();
  // The plan includes 1 TB.
  await givenUsage(lab.db, id, { cycle_bytes: up ? 10n : 2_000_000_000_000n });
  await limitBandwidth(givenJobCx(lab.db));
  return {
    workflowIds: await queuedFor(lab, [id]),
    async check(ended) {
      const done = [...ended.values()].every((state) => state === 'done');
      const row = await lab.db.selectFrom('servers').select('network_suspended').where('id', '=', id).executeTakeFirstOrThrow();
      assert.equal(row.network_suspended, done ? !up : up);
      assert.equal((await readSimulated(lab.home, machineId)).linkUp, done ? up : !up);
    },
  };
}
