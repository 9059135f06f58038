import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@innkeeper/db/schema';
import { alertKeyOf, alertOnce } from '@innkeeper/db/tables/alerts';
import { markSeen } from '@innkeeper/db/tables/node-presence';
import { updateServer } from '@innkeeper/db/tables/servers';
import { findOrphans } from '@innkeeper/doctor/findings';
import { audit } from '@innkeeper/domain/audit';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { SimulatedCompute } from '@innkeeper/engine/compute/simulated/driver';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type DoctorLab, openDoctorLab } from '../../doctor-lab.ts';
import { givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenJobCx, givenOperatorCx } from '../../given-cx.ts';
import { givenMachine } from '../../given-machine.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { eventually } from '../../torture/eventually.ts';
import { deploy } from '../given-deploy.ts';

const REASON = 'The disk of your server is lost.';
const LOST = { end_lost: true, reason: REASON };
const finishRestore = (db: Kysely<Database>) =>
  db.transaction().execute((trx) => audit(givenOperatorCx(trx), 'restore.finished', null));

/** Reports a guest as the watch of another node does. */
const seeElsewhere = (db: Kysely<Database>, id: number) => {
  const resource = { kind: 'server', id };
  return alertOnce(db, {
    kind: 'guest_unknown',
    key: `another-node/${alertKeyOf(resource)}`,
    resource,
    message: 'It runs here.',
  });
};

/** Without a worker, so that rows stay as the tests set them. */
let quiet: DoctorLab;
let operator: Operator;
let node: number;
/** Server whose machine is absent, beside another one. */
let lost: number;
beforeEach(async () => {
  quiet = await openDoctorLab();
  // Commands do not open the engine.
  operator = openOperator({ db: quiet.db, engine: { ...quiet.engine, compute: new SimulatedCompute({ home: quiet.home }) } });
  node = await givenNode(quiet.db, { name: 'local' });
  const { accountId } = await givenAccount(quiet.db);
  lost = await givenServer(quiet.db, { accountId, node_id: node, power: 'absent' });
  await givenMachine(quiet.engine, await givenServer(quiet.db, { accountId, node_id: node }), quiet.db);
});
afterEach(() => quiet.close());

const end = (id = lost) => operator.run('repairServer', { server: id, ...LOST, yes: true });
const traces = async () => {
  const workflows = await quiet.db.selectFrom('workflows').select(['kind', 'state', 'input']).execute();
  const lines = await quiet.db.selectFrom('audit_log').select('details').where('action', '=', 'repairServer').execute();
  const locks = await quiet.db.selectFrom('locks').select(['resource_id', 'reason']).execute();
  return { workflows, locks, lines: lines.map(({ details }) => details) };
};

test('starts the end with its lock and audit line, and only with --yes', async () => {
  const { directory } = quiet.engine.compute;
  const place = { node: 'local', directory, file_system: expect.stringMatching(/\(\w+\) at \//) };
  expect(await operator.run('repairServer', { server: lost, ...LOST })).toMatchObject({ lost: { ...place, workflow: null } });
  expect(await operator.print('repairServer', { server: lost, ...LOST })).toContain('Nothing was changed.');
  expect(await traces()).toEqual({ workflows: [], locks: [], lines: [] });

  const printed = await operator.print('repairServer', { server: lost, ...LOST, yes: true });
  expect(printed).toContain(`The machine of server ${lost} is missing in ${directory}, file system `);
  expect(printed).toContain('./innkeeper payment refund, or ./innkeeper account fund');
  expect(await traces()).toEqual({
    workflows: [{ kind: 'server.terminate', state: 'queued', input: { serverId: lost, lost: true, reason: REASON } }],
    locks: [{ resource_id: lost, reason: 'terminate' }],
    lines: [{ reason: REASON, ...place, workflow: expect.any(Number) }],
  });
  await expect(operator.run('repairServer', { server: lost, ...LOST })).rejects.toMatchObject({ code: 'locked' });
});

const REFUSED: [string, () => Promise<unknown>, RegExp][] = [
  ['its machine exists', () => givenMachine(quiet.engine, lost, quiet.db), /exists in .*: it is stopped/],
  ['its node has not found it absent', () => updateServer(quiet.db, lost, { power: 'running' }), /has not found/],
  ['its guest runs on another node, where it moved after a restored backup', () => seeElsewhere(quiet.db, lost), /another node/],
  ['its node is away', () => markSeen(quiet.db, node, new Date(Date.now() - 60_000)), /worker of node local is away/],
  [
    'the directory is missing, also after a restore',
    async () => {
      await finishRestore(quiet.db);
      await rename(quiet.engine.compute.directory, join(quiet.home, 'unmounted'));
    },
    /is missing\. Mount/,
  ],
];

test.each(REFUSED)('refuses a server if %s', async (_, change, message) => {
  await change();
  await expect(end()).rejects.toMatchObject({ code: 'wrong_state', message: expect.stringMatching(message) });
  expect((await traces()).lines).toEqual([]);
  expect((await traces()).workflows).toEqual([]);
});

test('refuses a server if the directory has no machine, unless a restore was finished after its order', async () => {
  for (const { machineId } of await quiet.engine.compute.list()) await quiet.engine.compute.destroy(machineId);
  await updateServer(quiet.db, lost, { created_at: new Date(Date.now() - 60_000) });
  await expect(end()).rejects.toMatchObject({ code: 'wrong_state', message: expect.stringContaining('no machine at all') });
  await finishRestore(quiet.db);
  expect((await end()).lost?.workflow).toBeGreaterThan(0);
});

test('an unknown server, and a reason without --end-lost, are refused', async () => {
  await expect(end(999_999)).rejects.toMatchObject({ code: 'not_found' });
  for (const input of [{ reason: REASON }, { end_lost: true }])
    await expect(operator.run('repairServer', { server: lost, ...input })).rejects.toThrow('Must be given with --end-lost');
});

test('leaves a server of another node to its worker, and says so', async () => {
  const { accountId } = await givenAccount(quiet.db);
  const elsewhere = await givenServer(quiet.db, { accountId, node_id: quiet.otherNodeId, power: 'absent' });
  const printed = await operator.print('repairServer', { server: elsewhere, ...LOST, yes: true });
  expect(printed).toContain('The worker of node another-node found');
  expect((await traces()).locks).toMatchObject([{ resource_id: elsewhere }]);
});

describe('with a worker', () => {
  let chain: Chain;
  let of: Operator;
  beforeAll(async () => {
    chain = await openChain();
    // Room for two servers.
    await givenNode(chain.db, { name: 'local', memoryMb: 2048 });
    of = openOperator(chain);
  });
  afterAll(() => chain.close());

  const lose = async (id: number) => {
    await rm(fileOf(id));
    await eventually(() => powerOf(id)).toBe('absent');
  };
  const fileOf = (id: number) => join(chain.compute.directory, `${machineIdOf(id)}.json`);
  const rowOf = (id: number) => chain.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const powerOf = async (id: number) => (await rowOf(id)).power;
  const addressOf = async (id: number) =>
    (await chain.db.selectFrom('ip_addresses').select('address').where('server_id', '=', id).executeTakeFirst())?.address;
  const openAlerts = async () =>
    (await chain.db.selectFrom('operator_alerts').select('kind').where('resolved_at', 'is', null).execute()).map(
      ({ kind }) => kind,
    );

  test('a lost server ends with the reason, and its address and capacity are sold again', async () => {
    const owner = await givenAccount(chain.db, { funds: 10_000n });
    const [kept, gone] = [(await deploy(chain, owner)).body.id, (await deploy(chain, owner)).body.id];
    for (const id of [kept, gone]) await chain.serverWhen(id, owner.token, ({ status }) => status === 'active');
    const address = await addressOf(gone);
    expect((await deploy(chain, owner)).body).toMatchObject({ code: 'no_capacity' });
    const file = await readFile(fileOf(gone), 'utf8');
    await lose(gone);
    expect(await openAlerts()).toEqual(['server_lost']);
    const body = { server_ids: [gone], billing_cycle: 24 };
    const { body: unpaid } = await chain.call('renewServers', { body }, { token: owner.token });
    expect(unpaid.status).toBe('awaiting_payment');

    await of.run('repairServer', { server: gone, ...LOST, yes: true });
    const ended = await chain.serverWhen(gone, owner.token, ({ status }) => status === 'terminated');
    expect(ended.status_reason).toBe(REASON);
    expect(await openAlerts()).toEqual([]);
    const { body: renewal } = await chain.call('getOrder', { params: { id: unpaid.id } }, { token: owner.token });
    expect(renewal.status).toBe('cancelled');
    const next = (await deploy(chain, owner)).body.id;
    await chain.serverWhen(next, owner.token, ({ status }) => status === 'active');
    expect(await addressOf(next)).toBe(address);

    // Its disk was not lost after all.
    await writeFile(fileOf(gone), file);
    const target = { db: chain.db, engine: chain.engine, node: 'local', machinesDirectory: chain.compute.directory };
    const found = await findOrphans(target);
    expect(found.find(({ name }) => name === 'disks')?.why).toBe(`belong to no server: ${machineIdOf(gone)}`);
    await expect(of.run('repairServer', { server: gone, ...LOST, yes: true })).rejects.toThrow('is terminated');
    const diskIn = (text: string) => (JSON.parse(text) as { disk: unknown }).disk;
    expect(diskIn(await readFile(fileOf(gone), 'utf8'))).toEqual(diskIn(file));
  });

  const startEnd = async (id: number) => {
    const row = await rowOf(id);
    const input = { lost: true, reason: REASON } as const;
    return chain.db
      .transaction()
      .execute((trx) => startWorkflow({ ...givenJobCx(chain.db), db: trx }, 'server.terminate', row, input));
  };
  const endOf = async (workflow: number) => {
    await chain.worker.idle();
    return chain.db.selectFrom('workflows').select(['state', 'error']).where('id', '=', workflow).executeTakeFirstOrThrow();
  };

  test('the worker ends nothing if the machine is back, and keeps its disk', async () => {
    const { accountId } = await givenAccount(chain.db);
    const back = await givenServer(chain.db, { accountId, power: 'absent' });
    await givenMachine(chain.engine, back, chain.db);
    expect(await endOf(await startEnd(back))).toEqual({ state: 'undone', error: expect.stringContaining('exists') });
    expect(await rowOf(back)).toMatchObject({ status: 'active', power: 'stopped', holds_capacity: true });
    expect((await chain.compute.inspect(machineIdOf(back))).power).toBe('stopped');
  });

  test('the worker ends nothing whose guest runs on another node', async () => {
    const { accountId } = await givenAccount(chain.db);
    const id = await givenServer(chain.db, { accountId, power: 'absent' });
    await givenMachine(chain.engine, await givenServer(chain.db, { accountId }), chain.db);
    await seeElsewhere(chain.db, id);
    expect(await endOf(await startEnd(id))).toEqual({ state: 'undone', error: expect.stringContaining('another node') });
    expect(await rowOf(id)).toMatchObject({ status: 'active', holds_capacity: true });
  });

  test('a disk that appears during the workflow is kept', async () => {
    const { accountId } = await givenAccount(chain.db);
    const id = await givenServer(chain.db, { accountId, power: 'absent' });
    const { network } = chain.engine;
    const detach = network.detach.bind(network);
    network.detach = async (machineId) => {
      await givenMachine(chain.engine, id, chain.db);
      await detach(machineId);
    };
    expect(await endOf(await startEnd(id))).toEqual({ state: 'done', error: null });
    network.detach = detach;
    expect((await rowOf(id)).status).toBe('terminated');
    expect((await chain.compute.inspect(machineIdOf(id))).power).toBe('stopped');
  });

  test('the worker ends nothing while its directory is empty, unless a restore was finished after the order', async () => {
    const { accountId } = await givenAccount(chain.db);
    const id = await givenServer(chain.db, { accountId, power: 'absent', created_at: new Date(Date.now() - 60_000) });
    for (const { machineId } of await chain.compute.list()) await chain.compute.destroy(machineId);
    expect(await endOf(await startEnd(id))).toEqual({ state: 'undone', error: expect.stringContaining('no machine at all') });
    expect(await rowOf(id)).toMatchObject({ status: 'active', power: 'absent', holds_capacity: true });
    await finishRestore(chain.db);
    expect(await endOf(await startEnd(id))).toEqual({ state: 'done', error: null });
    expect(await rowOf(id)).toMatchObject({ status: 'terminated', status_reason: REASON, holds_capacity: false });
  });
});
