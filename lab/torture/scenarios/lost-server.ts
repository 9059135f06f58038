/** Scenario of staff who end a server whose machine is lost, beside another one. */
import assert from 'node:assert/strict';
import { updateServer } from '@innkeeper/db/tables/servers';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { serverTerminate } from '@innkeeper/workflows/servers/terminate';
import { givenAccount } from '../../given.ts';
import { givenOperatorCx } from '../../given-cx.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { serverOnEngine } from './server-scale.ts';

export const lostScenario: Scenario = { name: 'server.terminate, lost', definition: serverTerminate, begin };

const REASON = 'The disk of your server is lost.';

async function begin(lab: TortureLab): Promise<Begun> {
  const { accountId } = await givenAccount(lab.db);
  const id = await serverOnEngine(lab, accountId, 'nano');
  await serverOnEngine(lab, accountId, 'nano');
  await lab.engine.compute.destroy(machineIdOf(id));
  await updateServer(lab.db, id, { power: 'absent' });
  const row = () => lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const end = async () => {
    const server = await row();
    const input = { lost: true, reason: REASON } as const;
    return lab.db.transaction().execute((trx) => startWorkflow(givenOperatorCx(trx), 'server.terminate', server, input));
  };
  const addresses = () => lab.db.selectFrom('ip_addresses').select('id').where('server_id', '=', id).execute();
  const workflowId = await end();
  return {
    workflowIds: [workflowId],
    async check(ended) {
      if (ended.get(workflowId) !== 'done') {
        const { status, status_reason, holds_capacity } = await row();
        assert.deepEqual([status, status_reason, holds_capacity], ['active', null, true]);
        assert.equal((await addresses()).length, 1);
        // Staff repeat the command.
        await end();
        const worker = await lab.worker([serverTerminate]);
        await worker.idle({ horizonMs: 60_000 });
        await worker.stop();
      }
      const { status, status_reason, holds_capacity } = await row();
      assert.deepEqual([status, status_reason, holds_capacity], ['terminated', REASON, false]);
      assert.deepEqual(await addresses(), []);
    },
  };
}
