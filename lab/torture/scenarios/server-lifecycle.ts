/** A server is suspended, resumed, and terminated. */
import assert from 'node:assert/strict';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { lockServices } from '@innkeeper/db/tables/services';
import type { MutatingCx } from '@innkeeper/domain/context';
import { endService, resumeService, suspendService } from '@innkeeper/domain/services/lifecycle';
import { machineIdOf } from '@innkeeper/model/machine-names';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { serverResume } from '@innkeeper/workflows/servers/resume';
import { serverSuspend } from '@innkeeper/workflows/servers/suspend';
import { serverTerminate } from '@innkeeper/workflows/servers/terminate';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';
import { activeServer, bringTo } from './server-power.ts';

type Service = Parameters<typeof suspendService>[1];

interface Turn {
  definition: AnyDefinition;
  act: (cx: MutatingCx, service: Service) => Promise<void>;
  from: { status: 'active' | 'suspended'; power: 'running' | 'stopped' };
  to: { status: 'active' | 'suspended' | 'terminated'; power: 'running' | 'stopped' | 'absent' };
}

const turn = (taken: Turn): Scenario => ({
  name: taken.definition.kind,
  definition: taken.definition,
  begin: (lab) => begin(lab, taken),
});

const [serving, off] = [
  { status: 'active', power: 'running' },
  { status: 'suspended', power: 'stopped' },
] as const;

export const TERM_SCENARIOS: readonly Scenario[] = [
  turn({ definition: serverSuspend, act: suspendService, from: serving, to: off }),
  turn({ definition: serverResume, act: resumeService, from: off, to: serving }),
  turn({ definition: serverTerminate, act: endService, from: off, to: { status: 'terminated', power: 'absent' } }),
];

async function begin(lab: TortureLab, { act, from, to }: Turn): Promise<Begun> {
  const { id, account_id } = await activeServer(lab);
  const machineId = machineIdOf(id);
  await bringTo(lab, id, from.power);
  await lab.engine.compute.setLink(machineId, from.status === 'active');
  await asCaller(lab, account_id, async (cx) => {
    await lockServer(cx.db, id);
    await updateServer(cx.db, id, { status: from.status });
    const [service] = await lockServices(cx.db, [id]);
    if (service) await act(cx, service);
  });
  return {
    workflowIds: await queuedFor(lab, [id]),
    async check(ended) {
      const done = [...ended.values()].every((state) => state === 'done');
      const row = await lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const { power } = await lab.engine.compute.inspect(machineId);
      // A suspension stands even if its workflow fails; an end does not, while the machine still exists.
      const ends = to.status !== 'terminated' || power === 'absent';
      assert.equal(row.status, done || ends ? to.status : from.status);
      if (done) assert.deepEqual([row.power, power], [to.power, to.power]);
      // The next run needs it as this one did.
      if (row.status === 'suspended') await updateServer(lab.db, id, { status: 'active' });
    },
  };
}
