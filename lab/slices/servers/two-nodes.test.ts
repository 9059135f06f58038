/** Tests two nodes in one installation, each with its own worker. */
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { injectSimulatedFault, readSimulated, writeInSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';
import { givenMachine } from '../../given-machine.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { type LabNode, openTwoNodes, type TwoNodes } from '../../two-nodes.ts';
import { deploy } from '../given-deploy.ts';

const WAIT = { timeout: 20_000 };

let lab: TwoNodes;
let operator: Operator;
let owner: GivenAccount;
/** Ids of two servers, one on each node. */
let onA: number;
let onB: number;
beforeAll(async () => {
  lab = await openTwoNodes();
  operator = openOperator(lab);
  owner = await givenAccount(lab.db, { funds: 1_000_000n });
  await deploy(lab, owner, { name: ['one', 'two'] });
  [onA, onB] = [await idOf('one'), await idOf('two')];
  await vi.waitUntil(async () => (await rowOf(onA)).status === 'active' && (await rowOf(onB)).status === 'active', WAIT);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await operator.run('activateNode', { node: 'a' });
  await lab.a.start();
  await lab.b.start();
});

const rowOf = (id: number) => lab.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const idOf = async (hostname: string) =>
  (await lab.db.selectFrom('servers').select('id').where('hostname', '=', hostname).executeTakeFirstOrThrow()).id;
const call = (operation: 'startServer' | 'stopServer' | 'powerOffServer', id: number) =>
  lab.call(operation, { params: { id } }, { token: owner.token });
const locked = async (id: number) =>
  (await lab.db.selectFrom('locks').select('kind').where('resource_id', '=', id).execute()).length > 0;
const machinesOf = async ({ engine }: LabNode) => (await engine.compute.list()).map(({ machineId }) => machineId).sort();
const powerIs = (id: number, power: string) =>
  vi.waitUntil(async () => (await rowOf(id)).power === power && !(await locked(id)), WAIT);
const usedOf = async ({ id }: LabNode) => {
  const { vcpus_used, memory_mb_used, disk_gb_used } = await lab.db
    .selectFrom('nodes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [vcpus_used, memory_mb_used, disk_gb_used];
};

test('servers are placed on both nodes, and each is built by the worker of its node', async () => {
  expect([(await rowOf(onA)).node_id, (await rowOf(onB)).node_id]).toEqual([lab.a.id, lab.b.id]);
  expect(await machinesOf(lab.a)).toEqual([machineIdOf(onA)]);
  expect(await machinesOf(lab.b)).toEqual([machineIdOf(onB)]);
  const workflows = await lab.db
    .selectFrom('workflows')
    .select(['resource_id', 'node_id'])
    .where('kind', '=', 'server.deploy')
    .execute();
  expect(new Map(workflows.map(({ resource_id, node_id }) => [resource_id, node_id]))).toEqual(
    new Map([
      [onA, lab.a.id],
      [onB, lab.b.id],
    ]),
  );
});

test('a guest that stops on one node is noticed by the worker of that node alone', async () => {
  await lab.b.stop();
  await injectSimulatedFault(lab.b.home, machineIdOf(onB), 'poweroff');
  await injectSimulatedFault(lab.a.home, machineIdOf(onA), 'poweroff');
  await powerIs(onA, 'stopped');
  expect((await rowOf(onB)).power).toBe('running');
  await lab.b.start();
  await powerIs(onB, 'stopped');
  for (const id of [onA, onB]) await call('startServer', id);
  for (const id of [onA, onB]) await powerIs(id, 'running');
});

test('each worker reaps only machines of its own node; a machine without a server there only opens an alert', async () => {
  const { accountId } = owner;
  const ended = await givenServer(lab.db, {
    accountId,
    node_id: lab.a.id,
    status: 'terminated',
    power: 'absent',
    address: false,
  });
  const elsewhere = await givenServer(lab.db, {
    accountId,
    node_id: lab.b.id,
    status: 'terminated',
    power: 'absent',
    address: false,
  });
  await givenMachine(lab.a.engine, ended);
  await givenMachine(lab.a.engine, elsewhere);
  await givenMachine(lab.a.engine, 9_999);
  for (const id of [ended, elsewhere, 9_999]) await lab.a.engine.compute.start(machineIdOf(id));
  const unknown = async () =>
    (await openAlerts(lab.db))
      .filter(({ kind }) => kind === 'guest_unknown')
      .map(({ key }) => key)
      .sort();
  await vi.waitUntil(async () => (await lab.a.engine.compute.inspect(machineIdOf(ended))).power === 'stopped', WAIT);
  await vi.waitUntil(async () => (await unknown()).length === 2, WAIT);
  // The watch of the other node does not see these machines, and has run many times since.
  await lab.b.stop();
  await lab.b.start();
  expect(await unknown()).toEqual([`a/server:${elsewhere}`, 'a/server:9999'].sort());
  for (const id of [elsewhere, 9_999]) {
    expect((await lab.a.engine.compute.inspect(machineIdOf(id))).power).toBe('running');
    await lab.a.engine.compute.destroy(machineIdOf(id));
  }
  await lab.a.engine.compute.destroy(machineIdOf(ended));
  await vi.waitUntil(async () => (await unknown()).length === 0, WAIT);
});

test('the workflows of a node without a worker wait, and those of the other node run', async () => {
  await lab.b.stop();
  for (const id of [onB, onA]) expect((await call('powerOffServer', id)).status).toBe(200);
  await powerIs(onA, 'stopped');
  const waiting = await lab.db
    .selectFrom('workflows')
    .select(['state', 'begun_at'])
    .where('resource_id', '=', onB)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(waiting).toEqual({ state: 'queued', begun_at: null });
  expect(await locked(onB)).toBe(true);
  await lab.b.start();
  await powerIs(onB, 'stopped');
  for (const id of [onA, onB]) await call('startServer', id);
  for (const id of [onA, onB]) await powerIs(id, 'running');
});

test('a snapshot on the disk of one node can deploy servers there, and cannot be restored on another node', async () => {
  const taken = await lab.call('createSnapshot', { params: { id: onB }, body: { name: 'mine' } }, { token: owner.token });
  expect(taken.status).toBe(201);
  await vi.waitUntil(async () => !(await locked(onB)), WAIT);
  const { id: snapshot } = await lab.db.selectFrom('copies').select('id').where('server_id', '=', onB).executeTakeFirstOrThrow();
  const restored = await lab.call(
    'restoreServer',
    { params: { id: onA }, body: { snapshot_id: snapshot } },
    { token: owner.token },
  );
  expect(restored).toMatchObject({
    status: 422,
    body: { errors: { snapshot_id: [expect.stringContaining('on another host')] } },
  });
  const made = await deploy(lab, owner, { name: ['three'], image_id: undefined, ssh_keys: undefined, snapshot_id: snapshot });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const id = await idOf('three');
  expect((await rowOf(id)).node_id).toBe(lab.b.id);
  await vi.waitUntil(async () => (await rowOf(id)).status === 'active', WAIT);
});

test('drain moves stopped servers with their disks to the other node, and reports why others stay', async () => {
  await lab.a.stop();
  await deploy(lab, owner, { name: ['stays'] });
  await lab.a.start();
  const running = await idOf('stays');
  await vi.waitUntil(async () => (await rowOf(running)).status === 'active', WAIT);
  expect((await rowOf(running)).node_id).toBe(lab.a.id);
  await writeInSimulated(lab.a.home, machineIdOf(onA), 'letter', 'to be kept');
  const { identity } = (await readSimulated(lab.a.home, machineIdOf(onA))).disk;
  await call('powerOffServer', onA);
  await powerIs(onA, 'stopped');
  const before = [await usedOf(lab.a), await usedOf(lab.b)];
  const drained = await operator.run('drainNode', { node: 'a' });
  expect(drained.moving).toEqual([{ server: onA, hostname: 'one', to: 'b' }]);
  expect(drained.staying).toEqual([
    { server: running, hostname: 'stays', why: expect.stringContaining('is running: drain the node with --live') },
  ]);
  await vi.waitUntil(async () => !(await locked(onA)), WAIT);
  expect(await rowOf(onA)).toMatchObject({ node_id: lab.b.id, power: 'stopped' });
  expect(await machinesOf(lab.a)).toEqual([machineIdOf(running)]);
  expect(await machinesOf(lab.b)).toContain(machineIdOf(onA));
  expect((await readSimulated(lab.b.home, machineIdOf(onA))).disk).toMatchObject({ identity, files: { letter: 'to be kept' } });
  const nano = [1, 1024, 10];
  expect(await usedOf(lab.a)).toEqual(before[0]?.map((used, i) => used - (nano[i] ?? 0)));
  expect(await usedOf(lab.b)).toEqual(before[1]?.map((used, i) => used + (nano[i] ?? 0)));
  await call('startServer', onA);
  await powerIs(onA, 'running');
  expect((await lab.b.engine.compute.inspect(machineIdOf(onA))).power).toBe('running');
});

test('a move waits for a target without a worker; a failed move leaves the server where it was', async () => {
  await call('powerOffServer', onB);
  await powerIs(onB, 'stopped');
  await lab.a.stop();
  expect((await operator.run('drainNode', { node: 'b' })).moving).toContainEqual({ server: onB, hostname: 'two', to: 'a' });
  const move = () =>
    lab.db
      .selectFrom('workflows')
      .selectAll()
      .where('kind', '=', 'server.move')
      .where('resource_id', '=', onB)
      .executeTakeFirstOrThrow();
  await vi.waitUntil(async () => (await move()).node_id === lab.a.id, WAIT);
  expect(await move()).toMatchObject({ step: 'create', state: 'queued' });
  expect(await rowOf(onB)).toMatchObject({ node_id: lab.b.id, power: 'stopped' });
  await operator.run('cancelWorkflow', { workflow: (await move()).id });
  await lab.a.start();
  await vi.waitUntil(async () => !(await locked(onB)), WAIT);
  expect(await move()).toMatchObject({ state: 'undone' });
  expect(await rowOf(onB)).toMatchObject({ node_id: lab.b.id, power: 'stopped' });
  expect(await machinesOf(lab.a)).not.toContain(machineIdOf(onB));
  await operator.run('activateNode', { node: 'b' });
});

test('without a copy store that both nodes can reach, drain moves nothing and says so', async () => {
  const apart = await openTwoNodes({ shared: false });
  try {
    const { accountId } = await givenAccount(apart.db);
    // The watch would report the machine as absent between the insert of its row and its creation.
    await apart.a.stop();
    const id = await givenServer(apart.db, { accountId, node_id: apart.a.id, power: 'stopped' });
    await givenMachine(apart.a.engine, id);
    await apart.a.start();
    const text = await openOperator(apart).print('drainNode', { node: 'a' });
    expect(text).toContain('Node a is draining.');
    expect(text).toMatch(
      /Server \d+ \(given-\w+\) stays: it cannot be moved while it is stopped: no other node shares a copy store with node a/,
    );
  } finally {
    await apart.close();
  }
});
