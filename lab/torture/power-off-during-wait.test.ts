/** Tests that power off ends a stop or restart at each of its crash points, whether or not its worker dies there. */
import assert from 'node:assert/strict';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { powerOffServer, restartServer, stopServer } from '@innkeeper/operations/servers/power';
import type { HookPoint } from '@innkeeper/workflows/runner/hooks';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { serverPowerOff } from '@innkeeper/workflows/servers/power-off';
import { serverRestart } from '@innkeeper/workflows/servers/restart';
import { serverStop } from '@innkeeper/workflows/servers/stop';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { rowsOf } from '../path-rows.ts';
import { forwardPoints } from './crash-points.ts';
import { assertInvariants } from './invariants.ts';
import { openTortureLab, type TortureLab, waitUntilEndedBy } from './lab.ts';
import { asCaller, queuedFor } from './scenarios/caller.ts';
import { activeServer, setPower } from './scenarios/server-power.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

const WAIT = { timeout: 20_000, interval: 5 };

/** Returns the id in any state, because a worker may have claimed the workflow already. */
async function latestPowerOff(serverId: number): Promise<number> {
  const query = lab.db.selectFrom('workflows').select('id').where('resource_id', '=', serverId).orderBy('id', 'desc');
  return (await query.where('kind', '=', serverPowerOff.kind).executeTakeFirstOrThrow()).id;
}

const WAITS: readonly { definition: AnyDefinition; request: (cx: MutatingRequestCx, id: number) => Promise<unknown> }[] = [
  { definition: serverStop, request: async (cx, id) => stopServer(cx, await rowsOf(cx, 'stopServer', id)) },
  { definition: serverRestart, request: async (cx, id) => restartServer(cx, await rowsOf(cx, 'restartServer', id)) },
];

describe.each(WAITS)('$definition.kind', ({ definition, request }) => {
  // The last transaction locks the row. A power off then follows it, and finds nothing to end.
  const points = forwardPoints({ definition }).filter(({ moment }) => moment !== 'beforeCommit' && moment !== 'afterEnd');
  const cases = points.flatMap((point) => [true, false].map((dies) => ({ ...point, dies })));

  test.each(cases)('$moment $step, its worker dies: $dies', async ({ moment, step, dies }) => {
    const server = await activeServer(lab);
    const machineId = machineIdOf(server.id);
    await setPower(lab, server.id, 'running');
    const workflowIds: number[] = [];
    const powerOff = () =>
      asCaller(lab, server.account_id, async (cx) => powerOffServer(cx, await rowsOf(cx, 'powerOffServer', server.id)));
    let requested = false;
    const hooks = {
      async at(point: HookPoint) {
        if (requested || point.kind !== definition.kind || point.moment !== moment || point.step !== step) return;
        requested = true;
        await powerOff();
        workflowIds.push(await latestPowerOff(server.id));
        if (dies) throw new Error('injected death');
      },
    };
    await asCaller(lab, server.account_id, (cx) => request(cx, server.id));
    workflowIds.push(...(await queuedFor(lab, [server.id])));
    const worker = await lab.worker([definition, serverPowerOff], { hooks });
    // Waits for both workflows, even if the first one ends before the second is recorded. Otherwise `close` stops the worker.
    await vi.waitUntil(() => workflowIds.length === 2, WAIT);
    const ended = await waitUntilEndedBy(worker, lab, workflowIds);
    await assertEnded(ended.get(workflowIds[0] ?? 0), 'undone');
    assert.equal(ended.get(workflowIds[1] ?? 0), 'done');
    assert.equal((await lab.engine.compute.inspect(machineId)).power, 'stopped');
    const row = await lab.db.selectFrom('servers').select('power').where('id', '=', server.id).executeTakeFirstOrThrow();
    assert.equal(row.power, 'stopped');
    await assertInvariants(lab);
  });
});

async function assertEnded(state: string | undefined, expected: string): Promise<void> {
  assert.equal(state, expected);
}
