import { SILENT_LOG } from '@innkeeper/engine/log';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { loseRaceOnce } from '@innkeeper/lab/lose-race';
import { openTortureLab, type TortureLab } from '@innkeeper/lab/torture/lab';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payWaitingOrders } from '../pay-waiting-orders.ts';
import { observeGuests } from './observe.ts';
import { observeServer } from './observe-server.ts';
import { sampleUsage } from './sample-usage.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab(['one']);
});
afterAll(() => lab.close());

/** Returns the database with a counter of the statements sent to it. */
function counted() {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: lab.db.withPlugin(plugin), statements: () => statements };
}

test('observing a healthy node takes two statements for any number of servers, and sampling it at most four', async () => {
  const [given] = lab.nodes;
  if (!given) throw new Error('the lab has a node');
  const [nodeId, { engine, name }] = given;
  const { accountId } = await givenAccount(lab.db);
  const servers: number[] = [];
  for (let i = 0; i < 3; i++) {
    const id = await givenServer(lab.db, { accountId, node_id: nodeId });
    await engine.compute.start(await givenMachine(engine, id));
    servers.push(id);
  }
  const { db, statements } = counted();
  const cx = { ...givenJobCx(db), engine, node: { id: nodeId, name }, log: SILENT_LOG, lastSamples: new Map() };
  await observeGuests(cx);
  expect(statements()).toBe(2);
  await payWaitingOrders(cx);
  expect(statements()).toBe(3);
  // Servers, their samples, their usage, and the write.
  await sampleUsage(cx);
  expect(statements()).toBe(7);
  // The next run remembers the rows it wrote.
  await sampleUsage(cx);
  expect(statements()).toBe(9);

  const [off = 0] = servers;
  await engine.compute.powerOff(machineIdOf(off));
  await observeGuests(cx);
  const powers = await lab.db.selectFrom('servers').select('power').where('id', 'in', servers).orderBy('id').execute();
  expect(powers).toEqual([{ power: 'stopped' }, { power: 'running' }, { power: 'running' }]);
});

test('a guest that ended after the engine was queried does not count as orphaned', async () => {
  const [given] = lab.nodes;
  if (!given) throw new Error('the lab has a node');
  const [nodeId, { engine, name }] = given;
  const { accountId } = await givenAccount(lab.db);
  const id = await givenServer(lab.db, { accountId, node_id: nodeId, status: 'terminated', ended_at: new Date() });
  const lists = [[{ machineId: machineIdOf(id), power: 'running' as const }], []];
  const compute = Object.assign(Object.create(engine.compute), { list: async () => lists.shift() ?? [] });
  const node = { id: nodeId, name };
  await observeGuests({ ...givenJobCx(lab.db), engine: { ...engine, compute }, node, log: SILENT_LOG });
  expect(await lab.db.selectFrom('operator_alerts').select('key').where('resource_id', '=', id).execute()).toEqual([]);
  expect(await lab.db.selectFrom('due_failures').select('item_id').where('item_id', '=', id).execute()).toEqual([]);
});

test('an observation that loses a race against a request is still stored', async () => {
  const [given] = lab.nodes;
  if (!given) throw new Error('the lab has a node');
  const [nodeId, { engine, name }] = given;
  const { accountId } = await givenAccount(lab.db);
  const id = await givenServer(lab.db, { accountId, node_id: nodeId });
  await engine.compute.start(await givenMachine(engine, id));
  const cx = { ...givenJobCx(lab.db), engine, node: { id: nodeId, name }, log: SILENT_LOG, lastSamples: new Map() };
  await engine.compute.powerOff(machineIdOf(id));
  const met = await loseRaceOnce(lab.db, 'server_details');
  await observeServer(cx, id);
  expect(await lab.db.selectFrom('servers').select('power').where('id', '=', id).executeTakeFirst()).toEqual({
    power: 'stopped',
  });
  expect(await met()).toBe(2);
});
