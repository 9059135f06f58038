/** Scenarios that enable and disable rescue mode. */
import assert from 'node:assert/strict';
import { updateServer } from '@innkeeper/db/tables/servers';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { disableServerRescue, enableServerRescue } from '@innkeeper/operations/servers/access';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { serverDisableRescue } from '@innkeeper/workflows/servers/disable-rescue';
import { serverEnableRescue } from '@innkeeper/workflows/servers/enable-rescue';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';
import { activeServer, setPower } from './server-power.ts';

interface Way {
  definition: AnyDefinition;
  order: (cx: MutatingRequestCx, id: number) => Promise<unknown>;
  from: 'disk' | 'rescue';
  power: 'running' | 'stopped';
}

const SEED = { hostname: 'in-rescue', sshKeys: ['ssh-ed25519 AAAA'], passwordHash: null };

const scenario = (way: Way): Scenario => ({
  name: `${way.definition.kind}, ${way.power}`,
  definition: way.definition,
  begin: (lab) => begin(lab, way),
});

const enable: Way['order'] = async (cx, id) => enableServerRescue(cx, await inputOf(cx, 'enableServerRescue', { id, body: {} }));
const disable: Way['order'] = async (cx, id) => disableServerRescue(cx, await inputOf(cx, 'disableServerRescue', { id }));

export const RESCUE_SCENARIOS: readonly Scenario[] = [
  scenario({ definition: serverEnableRescue, order: enable, from: 'disk', power: 'running' }),
  scenario({ definition: serverEnableRescue, order: enable, from: 'disk', power: 'stopped' }),
  scenario({ definition: serverDisableRescue, order: disable, from: 'rescue', power: 'running' }),
];

async function begin(lab: TortureLab, { order, from, power }: Way): Promise<Begun> {
  const { id, account_id } = await activeServer(lab);
  const machineId = machineIdOf(id);
  await setPower(lab, id, 'stopped');
  const seed = { ...SEED, instanceId: 'before', startupScript: null };
  await lab.engine.compute.setRescue(machineId, from === 'rescue' ? seed : null);
  const rescue = from === 'rescue';
  await updateServer(lab.db, id, { rescue, rescue_seed: rescue ? JSON.stringify(SEED) : null });
  await setPower(lab, id, power);
  await asCaller(lab, account_id, (cx) => order(cx, id));
  return {
    workflowIds: await queuedFor(lab, [id]),
    async check(ended) {
      const done = [...ended.values()].every((state) => state === 'done');
      const to = done ? other(from) : from;
      const row = await lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const machine = await readSimulated(lab.home, machineId);
      assert.equal(row.rescue, to === 'rescue');
      assert.equal(machine.rescue !== null, to === 'rescue');
      assert.equal(row.power, done ? 'running' : power);
      if (row.power === 'running') assert.equal(machine.bootedFrom, to);
      if (to === 'rescue') assert.deepEqual(row.rescue_seed?.sshKeys, machine.rescue?.sshKeys);
      if (done) assert.equal(row.boot_id, machine.bootId);
    },
  };
}

const other = (where: 'disk' | 'rescue') => (where === 'disk' ? 'rescue' : 'disk');
