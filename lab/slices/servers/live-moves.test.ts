/** Tests that a running server moves to another node with everything that belongs to it, and what it does afterwards. */
import { currentUsage } from '@innkeeper/db/tables/metrics';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { sampleUsage } from '@innkeeper/jobs/watch/sample-usage';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenFirewall } from '../../given-firewalls.ts';
import { givenFloatingIp } from '../../given-floating-ips.ts';
import { givenRunning, giveTraffic, NOTHING, placesOf, rowOf, untilFree, usedOf, whenFree } from '../../given-moves.ts';
import { type Operator, openOperator, operatorOf } from '../../operator.ts';
import { type LabNode, openTwoNodes, type TwoNodes } from '../../two-nodes.ts';

let lab: TwoNodes;
let operator: Operator;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openTwoNodes();
  operator = openOperator(lab);
  owner = await givenAccount(lab.db, { funds: 1_000_000n });
});
afterAll(() => lab.close());

const move = (server: number, input: object = {}) => operator.run('moveServer', { server, ...input });
const restart = (server: number) => lab.call('restartServer', { params: { server } }, { token: owner.token });
const backUp = (id: number) => lab.call('createBackup', { params: { id } }, { token: owner.token });

/** Samples the servers of a node, and returns the bytes that the server received and sent in its cycle. */
async function trafficAfterSample({ id, name, engine }: LabNode, server: number): Promise<bigint> {
  await sampleUsage({ ...givenJobCx(lab.db), engine, node: { id, name }, log: SILENT_LOG });
  const usage = await currentUsage(lab.db, server);
  return usage?.cycle_bytes ?? 0n;
}

test('a running server moves with its data, addresses and firewalls, and its traffic counts once', async () => {
  const { accountId } = owner;
  const id = await givenRunning(lab, lab.a, { accountId });
  const floating = await givenFloatingIp(lab.db, { accountId });
  await lab.call('attachFloatingIps', { body: { ids: [floating], server_id: id } }, { token: owner.token });
  await untilFree(lab, id);
  const firewall = await givenFirewall(lab.db, { accountId });
  await lab.db.insertInto('firewall_servers').values({ firewall_id: firewall, server_id: id, pending: false }).execute();
  const { boot_id: bootId } = await rowOf(lab, id);
  await giveTraffic(lab.a, id, 5_000_000);
  expect(await trafficAfterSample(lab.a, id)).toBe(10_000_000n);
  await giveTraffic(lab.a, id, 7_000_000);
  const [usedA, usedB] = [await usedOf(lab, lab.a), await usedOf(lab, lab.b)];
  const before = (await placesOf(lab, id)).a;
  expect(before.answers).toHaveLength(2);

  const started = await move(id, { to: 'b' });
  expect(started).toMatchObject({ server: id, from: 'a', to: 'b', live: true });
  const workflow = await whenFree(lab, id);
  expect(workflow).toMatchObject({ id: started.workflow, kind: 'server.migrate', state: 'done' });
  const moved = await lab.db.selectFrom('audit_log').select('details').where('action', '=', 'server.moved').execute();
  const figures = { bytes: expect.any(Number), seconds: expect.any(Number), pause_ms: expect.any(Number) };
  expect(moved).toEqual([{ details: { from: lab.a.id, to: lab.b.id, ...figures } }]);
  expect(await rowOf(lab, id)).toMatchObject({ node_id: lab.b.id, power: 'running', boot_id: bootId, status: 'active' });
  const places = await placesOf(lab, id);
  expect(places.b).toEqual({ ...before, isFiltered: true });
  expect({ ...places.a, isFiltered: false }).toEqual(NOTHING);
  expect(await lab.b.engine.compute.inspect(machineIdOf(id))).toMatchObject({ power: 'running', bootId, up: true });
  const nano = [1, 1_024, 10];
  expect(await usedOf(lab, lab.a)).toEqual(usedA.map((used, i) => used - (nano[i] ?? 0)));
  expect(await usedOf(lab, lab.b)).toEqual(usedB.map((used, i) => used + (nano[i] ?? 0)));
  expect(await trafficAfterSample(lab.b, id)).toBe(14_000_000n);
  await giveTraffic(lab.b, id, 1_000);
  expect(await trafficAfterSample(lab.b, id)).toBe(14_002_000n);
  const lines = await lab.db.selectFrom('audit_log').select('details').where('action', '=', 'moveServer').execute();
  expect(lines).toEqual([{ details: { from: lab.a.id, to: lab.b.id, leaveCopies: false, workflow: started.workflow } }]);
});

test('a moved server restarts, is backed up, moves back and ends where it is', async () => {
  const id = await givenRunning(lab, lab.a, { accountId: owner.accountId });
  await givenAddon(lab.db, { serverId: id, key: 'backups' });
  await move(id, { to: 'b' });
  await whenFree(lab, id);
  const { boot_id: bootId } = await rowOf(lab, id);
  expect((await restart(id)).status).toBe(200);
  expect(await whenFree(lab, id)).toMatchObject({ kind: 'server.restart', state: 'done', node_id: lab.b.id });
  const rebooted = await rowOf(lab, id);
  expect(rebooted).toMatchObject({ power: 'running', node_id: lab.b.id });
  expect(rebooted.boot_id).not.toBe(bootId);
  expect((await backUp(id)).status).toBe(201);
  expect(await whenFree(lab, id)).toMatchObject({ kind: 'server.backup', state: 'done' });

  await move(id, { to: 'a' });
  expect(await whenFree(lab, id)).toMatchObject({ kind: 'server.migrate', state: 'done' });
  const places = await placesOf(lab, id);
  expect(places).toMatchObject({ a: { machine: 'running', files: { letter: `of ${id}` } }, b: NOTHING });

  const used = await usedOf(lab, lab.a);
  const row = await rowOf(lab, id);
  await lab.db.transaction().execute((trx) => startWorkflow(operatorOf(trx), 'server.terminate', row, {}));
  expect(await whenFree(lab, id)).toMatchObject({ kind: 'server.terminate', state: 'done' });
  expect(await placesOf(lab, id)).toEqual({ a: NOTHING, b: NOTHING });
  expect(await usedOf(lab, lab.a)).toEqual(used.map((all, i) => all - ([1, 1_024, 10][i] ?? 0)));
});

test('copies on the disk of the old node stay there if asked for', async () => {
  const id = await givenRunning(lab, lab.a, { accountId: owner.accountId });
  const taken = await lab.call('createSnapshot', { params: { id }, body: { name: 'mine' } }, { token: owner.token });
  expect(taken.status).toBe(201);
  await whenFree(lab, id);
  await expect(move(id, { to: 'b' })).rejects.toMatchObject({
    code: 'wrong_state',
    message: expect.stringContaining('has a copy on the disk of node a'),
  });
  await move(id, { to: 'b', leave_copies: true });
  expect(await whenFree(lab, id)).toMatchObject({ state: 'done' });
  const copies = await lab.db.selectFrom('copies').select(['status', 'node_id']).where('server_id', '=', id).execute();
  expect(copies).toEqual([{ status: 'ready', node_id: lab.a.id }]);
});
