/** The power actions, each requested of a server in the required state. */
import assert from 'node:assert/strict';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { powerOffServer, restartServer, startServer, stopServer } from '@innkeeper/operations/servers/power';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { serverDeploy } from '@innkeeper/workflows/servers/deploy';
import { serverPowerOff } from '@innkeeper/workflows/servers/power-off';
import { serverRestart } from '@innkeeper/workflows/servers/restart';
import { serverStart } from '@innkeeper/workflows/servers/start';
import { serverStartAfterCrash } from '@innkeeper/workflows/servers/start-after-crash';
import { serverStop } from '@innkeeper/workflows/servers/stop';
import { rowsOf } from '../../path-rows.ts';
import { type TortureLab, waitUntilEnded } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';
import { deployOne } from './server-deploy.ts';

interface PowerAction {
  definition: AnyDefinition;
  request: (cx: MutatingRequestCx, server: number) => Promise<unknown>;
  from: 'running' | 'stopped';
  to: 'running' | 'stopped';
}

const powerAction = (action: PowerAction): Scenario => ({
  name: action.definition.kind,
  definition: action.definition,
  begin: (lab) => begin(lab, action),
});

export const POWER_SCENARIOS: readonly Scenario[] = [
  powerAction({
    definition: serverStart,
    request: async (cx, id) => startServer(cx, await rowsOf(cx, 'startServer', id)),
    from: 'stopped',
    to: 'running',
  }),
  powerAction({ definition: serverStartAfterCrash, request: startAfterCrash, from: 'stopped', to: 'running' }),
  powerAction({
    definition: serverRestart,
    request: async (cx, id) => restartServer(cx, await rowsOf(cx, 'restartServer', id)),
    from: 'running',
    to: 'running',
  }),
  powerAction({
    definition: serverStop,
    request: async (cx, id) => stopServer(cx, await rowsOf(cx, 'stopServer', id)),
    from: 'running',
    to: 'stopped',
  }),
  powerAction({
    definition: serverPowerOff,
    request: async (cx, id) => powerOffServer(cx, await rowsOf(cx, 'powerOffServer', id)),
    from: 'running',
    to: 'stopped',
  }),
];

/** Starts the workflow as the watch does. */
async function startAfterCrash(cx: MutatingRequestCx, server: number): Promise<unknown> {
  return startWorkflow(cx, 'server.start-after-crash', { id: server, account_id: cx.actor.accountId }, {});
}

async function begin(lab: TortureLab, { request, from, to }: PowerAction): Promise<Begun> {
  const server = await activeServer(lab);
  const machineId = machineIdOf(server.id);
  await setPower(lab, server.id, from);
  const before = (await lab.engine.compute.inspect(machineId)).bootId;
  let boots = 0;
  const unwatch = lab.engine.compute.watch((event) => {
    if (event.machineId === machineId && (event.kind === 'rebooted' || event.kind === 'started')) boots += 1;
  });
  await asCaller(lab, server.account_id, (cx) => request(cx, server.id));
  const workflowIds = await queuedFor(lab, [server.id]);
  return {
    workflowIds,
    async check(ended) {
      unwatch();
      assert.ok(boots <= 1, `booted ${boots} times`);
      const row = await lab.db.selectFrom('servers').selectAll().where('id', '=', server.id).executeTakeFirstOrThrow();
      assert.equal(row.status, 'active');
      if (![...ended.values()].every((state) => state === 'done')) return;
      const { power, bootId } = await lab.engine.compute.inspect(machineId);
      assert.deepEqual([row.power, power], [to, to]);
      if (to === 'running') {
        assert.equal(row.boot_id, bootId);
        assert.notEqual(bootId, before);
      }
    },
  };
}

/** Returns an active server, which all runs on one lab share. */
export async function activeServer(lab: TortureLab): Promise<{ id: number; account_id: number }> {
  const find = lab.db.selectFrom('servers').select(['id', 'account_id']).where('status', '=', 'active');
  const there = await find.executeTakeFirst();
  if (there) return there;
  const deployed = await deployOne.begin(lab);
  const worker = await lab.worker([serverDeploy]);
  await waitUntilEnded(lab, deployed.workflowIds);
  await worker.stop();
  return find.executeTakeFirstOrThrow();
}

/** Starts or stops a server's machine and updates its row. */
export async function setPower(lab: TortureLab, serverId: number, power: 'running' | 'stopped'): Promise<void> {
  const machineId = machineIdOf(serverId);
  if (power === 'running') await lab.engine.compute.start(machineId);
  else await lab.engine.compute.powerOff(machineId);
  const { bootId } = await lab.engine.compute.inspect(machineId);
  await lab.db.transaction().execute(async (trx) => {
    await lockServer(trx, serverId);
    await updateServer(trx, serverId, { power, boot_id: bootId });
  });
}
