/** Tests that power off, and enabling rescue mode, end a workflow that waits for a hanging guest. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let id: number;
let unresponsive = false;
beforeAll(async () => {
  chain = await openChain({ simulated: { unresponsive: () => unresponsive } });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(() => chain.close());
beforeEach(async () => {
  unresponsive = false;
  id = (await deploy(chain, owner)).body.id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
  unresponsive = true;
});

type Request = 'stopServer' | 'powerOffServer' | 'enableServerRescue' | 'disableServerRescue';
const request = (operation: Request) => chain.call(operation, { params: { id } }, { token: owner.token });
const restart = () => chain.call('restartServer', { params: { server: id } }, { token: owner.token });
const unlocked = () => chain.serverWhen(id, owner.token, (server) => server.locked === null);
const power = async () => (await chain.compute.inspect(`srv-${id}`)).power;
const begun = (step: string) =>
  expect
    .poll(async () => {
      const query = chain.db.selectFrom('workflow_steps').innerJoin('workflows', 'workflows.id', 'workflow_id');
      const steps = await query
        .select('workflow_steps.step')
        .where('resource_id', '=', id)
        .where('workflow_steps.finished_at', 'is', null)
        .execute();
      return steps.map((row) => row.step);
    })
    .toContain(step);
const operations = async () =>
  (await chain.call('listServerOperations', { params: { id } }, { token: owner.token })).body.data as {
    kind: string;
    state: string;
    reason: string | null;
  }[];

test.each([
  ['stop', () => request('stopServer'), 'shutdown'],
  ['restart', restart, 'reboot'],
  ['enable-rescue', () => request('enableServerRescue'), 'shutdown'],
] as const)('power off ends a %s that waits for a hanging guest', async (kind, wait, step) => {
  expect((await wait()).body).toMatchObject({ lock_reason: kind });
  await begun(step);
  const answer = await request('powerOffServer');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ locked: 'true', lock_reason: 'power-off' });
  expect(await unlocked()).toMatchObject({ state: ['stopped'] });
  expect(await power()).toBe('stopped');
  const [cut, ended] = await operations();
  expect(cut).toMatchObject({ kind: 'power-off', state: 'done' });
  expect(ended).toMatchObject({ kind, state: 'failed', reason: 'The server was powered off.' });
  const lines = await chain.db.selectFrom('audit_log').selectAll().where('resource_id', '=', id).execute();
  expect(lines.map((line) => line.action)).toEqual(
    expect.arrayContaining(['powerOffServer', `server.${kind}.undone`, 'server.power-off.done']),
  );
});

test('enabling rescue mode ends a waiting stop, and boots the rescue system', async () => {
  await request('stopServer');
  await begun('shutdown');
  const answer = await request('enableServerRescue');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ lock_reason: 'enable-rescue' });
  unresponsive = false;
  expect(await unlocked()).toMatchObject({ state: ['running', 'rescue'] });
});

test('power off does not end a workflow that has more to compensate than a wait', async () => {
  const body = { plan: 'small', scale_disk: false };
  const scale = await chain.call('scaleServer', { params: { id }, body }, { token: owner.token });
  expect(scale.status).toBe(200);
  const answer = await request('powerOffServer');
  expect(answer.status).toBe(423);
  expect(answer.body).toMatchObject({ code: 'locked', lock_reason: 'scale' });
  unresponsive = false;
  await unlocked();
});

test('of two concurrent power offs one is accepted, and the other gets 423', async () => {
  await request('stopServer');
  await begun('shutdown');
  const answers = await Promise.all([request('powerOffServer'), request('powerOffServer')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 423]);
  expect(await unlocked()).toMatchObject({ state: ['stopped'] });
});
