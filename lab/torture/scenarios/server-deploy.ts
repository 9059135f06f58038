/** Scenarios of deploys that the balance pays: one server, and two in one order. */
import assert from 'node:assert/strict';
import { deployServer } from '@innkeeper/operations/servers/deploy';
import { serverDeploy } from '@innkeeper/workflows/servers/deploy';
import { deployedIn } from '../../deployed.ts';
import { givenAccount, givenNode, givenSshKey } from '../../given.ts';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';

const FUNDS = 100_00n;

/** The servers are deployed from an image and have no ISOs. */
const deployed = { definition: serverDeploy, leftOut: ['copy'] };

export const deployOne: Scenario = { name: 'server.deploy', ...deployed, begin: (lab) => deploy(lab, ['one']) };
const deployTwo: Scenario = {
  name: 'server.deploy, two names',
  ...deployed,
  begin: (lab) => deploy(lab, ['one', 'two']),
};

export const DEPLOY_SCENARIOS: readonly Scenario[] = [deployOne, deployTwo];

async function deploy(lab: TortureLab, names: string[]): Promise<Begun> {
  await givenNode(lab.db);
  const { accountId } = await givenAccount(lab.db, { funds: FUNDS });
  const key = await givenSshKey(lab.db, { accountId });
  const image = await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const body = { name: names, plan: 'nano', billing_cycle: 1, image_id: image.id, ssh_keys: [key.id] };
  const { servers } = await asCaller(lab, accountId, async (cx) =>
    deployedIn(await deployServer(cx, await inputOf(cx, 'deployServer', { body }))),
  );
  const serverIds = servers.map(({ id }) => id);
  const workflowIds = await queuedFor(lab, serverIds);
  assert.equal(workflowIds.length, names.length);
  return {
    workflowIds,
    async check(ended) {
      const rows = await lab.db
        .selectFrom('workflows')
        .innerJoin('servers', 'servers.id', 'workflows.resource_id')
        .select(['workflows.id', 'servers.status', 'servers.power', 'servers.boot_id'])
        .where('workflows.id', 'in', workflowIds)
        .execute();
      for (const row of rows) {
        const active = ended.get(row.id) === 'done';
        assert.equal(row.status, active ? 'active' : 'terminated');
        assert.equal(row.power, active ? 'running' : 'absent');
        assert.equal(row.boot_id !== null, active);
      }
    },
  };
}
