/** Tests live moves whose old node is lost after the switch: an operator ends them, and the node comes back later or never. */
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { HookPoint } from '@innkeeper/workflows/runner/hooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenRunning, NOTHING, placesOf, rowOf, untilFree, usedOf } from '../given-moves.ts';
import { type Operator, openOperator } from '../operator.ts';
import { openTwoNodes, type TwoNodes } from '../two-nodes.ts';
import { TEST_TIMINGS } from './test-timings.ts';

const WAIT = { timeout: 30_000, interval: 20 };

let lab: TwoNodes;
let operator: Operator;
let owner: GivenAccount;
let at: (point: HookPoint) => Promise<void> | void = () => undefined;

beforeAll(async () => {
  lab = await openTwoNodes({ hooks: () => ({ at: (point) => at(point) }), timings: TEST_TIMINGS });
  operator = openOperator(lab);
  owner = await givenAccount(lab.db, { funds: 1_000_000n });
});
afterAll(() => lab.close());

const workflowRow = (id: number) => lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const cancel = (workflow: number) => operator.run('cancelWorkflow', { workflow, reason: 'The host is lost.' });
const beatAt = (minutesAgo: number) =>
  lab.db
    .updateTable('nodes')
    .set({ seen_at: new Date(Date.now() - minutesAgo * 60_000) })
    .where('id', '=', lab.a.id)
    .execute();

/** Expects that the guest runs on b with its disk and card. The engine of a is not there. */
async function runsOnB(id: number): Promise<void> {
  const { engine, home } = lab.b;
  expect(await engine.compute.inspect(machineIdOf(id))).toMatchObject({ power: 'running' });
  expect((await readSimulated(home, machineIdOf(id))).disk.files).toEqual({ letter: `of ${id}` });
  expect(await engine.network.list()).toContain(machineIdOf(id));
}

type Loss = { step: string; moment: HookPoint['moment'] };

/** Moves a server from a to b, loses a at that moment, and waits until nobody runs the workflow. */
async function losesOldNode({ step, moment }: Loss) {
  const id = await givenRunning(lab, lab.a, { accountId: owner.accountId });
  const [usedA, usedB] = [await usedOf(lab, lab.a), await usedOf(lab, lab.b)];
  let lost: Promise<void> | undefined;
  at = async (point) => {
    if (point.step !== step || point.moment !== moment || point.direction !== 'forward' || lost) return;
    lost = lab.a.kill();
    throw new Error('injected death');
  };
  const { workflow } = await operator.run('moveServer', { server: id, to: 'b' });
  await vi.waitUntil(() => lost !== undefined, WAIT);
  await lost;
  at = () => undefined;
  await vi.waitUntil(async () => (await workflowRow(workflow)).state === 'queued', WAIT);
  expect((await rowOf(lab, id)).node_id).toBe(lab.b.id);
  return { id, workflow, usedA, usedB };
}

const LOSSES: Loss[] = [
  { step: 'switch', moment: 'afterStep' },
  { step: 'clean-up', moment: 'beforeStep' },
];

test.each(LOSSES)('a move whose old node is lost $moment $step is ended, and the node comes back', async (loss) => {
  const { id, workflow, usedA, usedB } = await losesOldNode(loss);
  await beatAt(0);
  await expect(cancel(workflow)).rejects.toThrow('being switched to its new node');
  await beatAt(10);
  expect(await cancel(workflow)).toMatchObject({ id: workflow, cancelled_at: null });
  await untilFree(lab, id);
  expect(await workflowRow(workflow)).toMatchObject({ state: 'done' });
  expect(await usedOf(lab, lab.a)).toEqual(usedA.map((used, i) => used - ([1, 1_024, 10][i] ?? 0)));
  expect(await usedOf(lab, lab.b)).toEqual(usedB.map((used, i) => used + ([1, 1_024, 10][i] ?? 0)));
  await runsOnB(id);
  // Its next act.
  expect((await lab.call('restartServer', { params: { server: id } }, { token: owner.token })).status).toBe(200);
  await untilFree(lab, id);
  await runsOnB(id);

  await lab.a.start();
  await beatAt(0);
  await vi.waitUntil(async () => (await placesOf(lab, id)).a.machine === 'absent', WAIT);
  await vi.waitUntil(async () => !(await placesOf(lab, id)).a.hasCard, WAIT);
  const places = await placesOf(lab, id);
  expect({ ...places.a, isFiltered: false }).toEqual(NOTHING);
  expect(places.b).toMatchObject({ machine: 'running', files: { letter: `of ${id}` }, hasCard: true });
  // It may move back now.
  await vi.waitUntil(async () => (await workflowRow(workflow + 1)).state !== 'running', WAIT);
  await operator.run('moveServer', { server: id, to: 'a' });
  await untilFree(lab, id);
  expect((await placesOf(lab, id)).a).toMatchObject({ machine: 'running', files: { letter: `of ${id}` } });
  expect(await rowOf(lab, id)).toMatchObject({ node_id: lab.a.id });
});

test('the machine stays if the server is back on that node', async () => {
  const { id, workflow } = await losesOldNode({ step: 'clean-up', moment: 'beforeStep' });
  await beatAt(10);
  await cancel(workflow);
  await untilFree(lab, id);
  // The row names a again, like after `server place`.
  await lab.b.stop();
  await lab.db.updateTable('server_details').set({ node_id: lab.a.id }).where('id', '=', id).execute();
  await lab.a.start();
  await lab.b.start();
  await beatAt(0);
  const remains = () =>
    lab.db.selectFrom('workflows').selectAll().where('kind', '=', 'server.remove-remains').where('resource_id', '=', id);
  await vi.waitUntil(async () => (await remains().executeTakeFirstOrThrow()).state === 'done', WAIT);
  expect((await placesOf(lab, id)).a).toMatchObject({ files: { letter: `of ${id}` }, hasCard: true });
  expect(await lab.a.engine.compute.inspect(machineIdOf(id))).not.toMatchObject({ power: 'absent' });
});
