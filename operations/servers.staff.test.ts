import { alertOnce } from '@innkeeper/db/tables/alerts';
import { type Chain, openChain, unreadableImage } from '@innkeeper/lab/chain';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { balance, deploy } from '@innkeeper/lab/slices/given-deploy';
import { eventually } from '@innkeeper/lab/torture/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';

let chain: Chain;
/** Database without watcher and worker, so that test data stays unchanged. */
let quiet: TestDatabase;
let operator: Operator;
let ofQuiet: Operator;
let broken = false;
beforeAll(async () => {
  chain = await openChain({
    simulated: {
      fail: (act) => {
        if (broken && act === 'create') throw unreadableImage();
        if (broken && act === 'destroy') throw new Error('the disk is busy');
      },
    },
  });
  await givenNode(chain.db);
  quiet = await openTestDatabase();
  operator = openOperator(chain);
  ofQuiet = openOperator({ db: quiet.db, engine: chain.engine });
});
afterAll(async () => {
  await chain.close();
  await quiet.close();
});

const show = (id: number, as = operator) => as.run('showServer', { server: id });
const sentences = async (id: number, as = operator) => (await as.run('repairServer', { server: id })).findings;
const mend = async (id: number, as = operator) => (await as.run('repairServer', { server: id, yes: true })).repaired;
const auditLines = (id: number, db = chain.db) =>
  db
    .selectFrom('audit_log')
    .select(['actor_kind', 'details'])
    .where('action', '=', 'repairServer')
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', id)
    .execute();

async function givenQuiet(status: 'active' | 'suspended'): Promise<number> {
  const { accountId } = await givenAccount(quiet.db);
  return givenServer(quiet.db, { accountId, power: 'stopped', status });
}

test('a healthy server is shown with its operations, step by step, and needs no repair', async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const { body } = await deploy(chain, owner);
  await chain.serverWhen(body.id, owner.token, (one) => one.status === 'active');
  const server = await show(body.id);
  expect(server.steps.map(({ step, direction }) => [step, direction])).toEqual(
    ['network', 'disk', 'boot', 'wait', 'end'].map((step) => [step, 'forward']),
  );
  for (const step of server.steps) expect(step).toMatchObject({ attempts: 1, error: null, finished_at: expect.any(String) });
  expect(server.audit.map(({ action }) => action)).toEqual([
    'server.deploy.done',
    'server.activated',
    'deployServer',
    'server.deploy',
  ]);
  const words = await operator.print('showServer', { server: body.id });
  expect(words).toMatch(
    new RegExp(`^STEP OF ${server.workflows[0]?.id} +ATTEMPTS +FROM +TOOK +ERROR\\nnetwork +1 +\\S+Z +\\d+\\.\\d s$`, 'm'),
  );
  expect(words).toMatch(/^\S+Z +token \d+ +deployServer +\{.*"plan":"nano".*\}$/m);
  expect(await sentences(body.id)).toEqual([]);
  expect(await mend(body.id)).toBe(0);
  expect(await auditLines(body.id)).toEqual([]);
});

test('a stuck workflow shows its step, continues after the repair, and its alerts close when it ends', async () => {
  broken = true;
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const { id } = (await deploy(chain, owner)).body;
  await eventually(async () => (await show(id)).lock?.state).toBe('stuck');
  const stuck = await show(id);
  const workflow = stuck.lock?.workflow ?? expect.fail('it is locked');
  expect(stuck.steps).toMatchObject([
    { step: 'network', direction: 'forward', error: null },
    { step: 'disk', direction: 'forward', finished_at: null, error: 'the image cannot be read' },
    { step: 'disk', direction: 'back', attempts: 5, finished_at: null, error: 'the disk is busy' },
  ]);
  expect(await operator.print('showServer', { server: id })).toMatch(/^undo disk +5 +\S+Z +not done +the disk is busy$/m);
  const [sentence, ...more] = await sentences(id);
  expect(sentence).toBe(`Workflow ${workflow} (server.deploy) is stuck: the disk is busy. It is retried now.`);
  // The alert of the workflow stays open while the workflow locks the server.
  expect(stuck.alerts).toHaveLength(1);
  expect(more).toEqual([]);

  // The retry fails, and the workflow is stuck again.
  expect(await mend(id)).toBe(1);
  await eventually(async () => (await show(id)).steps.at(-1)?.attempts).toBe(6);
  await eventually(async () => (await show(id)).lock?.state).toBe('stuck');
  broken = false;
  expect(await mend(id)).toBe(1);
  await chain.serverWhen(id, owner.token, (one) => one.status === 'terminated');
  expect(await balance(chain, owner)).toBe(100);

  const ended = await show(id);
  expect(ended).toMatchObject({ lock: null, workflows: [{ id: workflow, state: 'undone', error: 'the image cannot be read' }] });
  expect(ended.alerts.map(({ kind }) => kind)).not.toContain('workflow_stuck');
  expect((await sentences(id)).join()).toMatch(/open \(.*workflow_undone.*\)\. (It is|They are) closed\./);
  expect(await mend(id)).toBe(1);
  expect(await sentences(id)).toEqual([]);
  expect(await auditLines(id)).toMatchObject([
    { actor_kind: 'operator', details: { done: [sentence] } },
    { actor_kind: 'operator', details: { done: [sentence] } },
    { actor_kind: 'operator', details: { done: [expect.stringContaining('closed')] } },
  ]);
});

test('closes the open alerts of this server only, and only on confirmation', async () => {
  const [id, other] = [await givenQuiet('suspended'), await givenQuiet('suspended')];
  for (const [server, key] of [
    [id, 'a'],
    [id, 'b'],
    [other, 'c'],
  ] as const)
    await alertOnce(quiet.db, { kind: 'server_crashed', key, resource: { kind: 'server', id: server }, message: 'It crashed.' });
  expect(await sentences(id, ofQuiet)).toEqual(['2 alerts are open (server_crashed). They are closed.']);
  expect((await show(id, ofQuiet)).alerts).toHaveLength(2);
  expect(await auditLines(id, quiet.db)).toEqual([]);
  expect(await mend(id, ofQuiet)).toBe(1);
  expect((await show(id, ofQuiet)).alerts).toEqual([]);
  expect(await sentences(other, ofQuiet)).toEqual(['1 alert is open (server_crashed). It is closed.']);
  expect(await auditLines(id, quiet.db)).toHaveLength(1);
});

test('reports a server of this host without a machine, and leaves it to the operator', async () => {
  const { accountId } = await givenAccount(quiet.db);
  const node_id = await givenNode(quiet.db, { name: 'local' });
  const id = await givenServer(quiet.db, { accountId, node_id });
  expect(await show(id, ofQuiet)).toMatchObject({ machine: 'absent' });
  expect(await sentences(id, ofQuiet)).toEqual([expect.stringContaining('Its machine is missing on this host.')]);
  expect(await mend(id, ofQuiet)).toBe(0);
  expect(await auditLines(id, quiet.db)).toEqual([]);
});

test('does not miss the machine of a server on another host', async () => {
  const id = await givenQuiet('active');
  expect(await show(id, ofQuiet)).toMatchObject({ machine: 'unknown' });
  expect(await ofQuiet.print('showServer', { server: id })).toContain(
    'power     stopped, as the worker of node node-1 reported\n',
  );
  expect(await sentences(id, ofQuiet)).toEqual([]);
});

test('an end by staff whose time has come is shown as now', async () => {
  const [due, later] = [await givenQuiet('active'), await givenQuiet('active')];
  const reason = 'It sends spam.';
  const { ends_at: past } = await ofQuiet.run('endService', { service: due, after: 0, reason });
  const { ends_at: ahead } = await ofQuiet.run('endService', { service: later, after: 1, reason });
  expect(await ofQuiet.print('showServer', { server: due })).toContain(
    `\n  ends      now, due since ${past}, by staff: ${reason}`,
  );
  expect(await ofQuiet.print('showServer', { server: later })).toContain(`\n  ends      ${ahead}, by staff: ${reason}`);
});

test('reports an overdue lock, and never removes it', async () => {
  const id = await givenQuiet('suspended');
  const { id: workflow } = await quiet.db
    .insertInto('workflows')
    .values({
      kind: 'server.nap',
      input: '{}',
      state: 'queued',
      run_at: new Date('2100-01-01'),
      resource_kind: 'server',
      resource_id: id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lock = { kind: 'server', resource_id: id, workflow_id: workflow, reason: 'nap' };
  await quiet.db
    .insertInto('locks')
    .values({ ...lock, deadline_at: new Date(0) })
    .execute();
  const overdue = `Workflow ${workflow} (server.nap) is queued and holds the lock for too long.`;
  expect(await sentences(id, ofQuiet)).toEqual([expect.stringContaining(overdue)]);
  expect(await mend(id, ofQuiet)).toBe(0);
  expect((await show(id, ofQuiet)).lock).toMatchObject({ workflow });
});

test('an unknown server is refused', async () => {
  await expect(show(999_999)).rejects.toThrow('Server 999999 does not exist.');
});
