/** Tests that a node hands over its servers while they run: few at a time, whatever fails, and until it is activated. */
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { drainNodes } from '@innkeeper/jobs/drain-nodes';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenMachine } from '../../given-machine.ts';
import { givenRunning, placesOf, rowOf, untilFree, usedOf } from '../../given-moves.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { TEST_TIMINGS } from '../../torture/test-timings.ts';
import { openTwoNodes, type TwoNodes } from '../../two-nodes.ts';
import { deploy } from '../given-deploy.ts';

const WAIT = { timeout: 60_000, interval: 20 };

let lab: TwoNodes;
let operator: Operator;
let owner: GivenAccount;
/** Four running servers, one with a snapshot, and a stopped one. */
let running: number[];
let withCopy: number;
let stopped: number;
/** Holds each copy of a running disk, or fails it. */
let atCopy: (machineId: string) => void | Promise<void>;

beforeAll(async () => {
  lab = await openTwoNodes({
    simulated: () => ({ fail: (act, machineId) => (act === 'sendDisk' ? atCopy(machineId) : undefined) }),
    timings: TEST_TIMINGS,
  });
  operator = openOperator(lab);
  owner = await givenAccount(lab.db, { funds: 1_000_000n });
  const { accountId } = owner;
  running = [];
  for (let i = 0; i < 4; i += 1) running.push(await givenRunning(lab, lab.a, { accountId }));
  withCopy = await givenRunning(lab, lab.a, { accountId });
  const copy = { params: { id: withCopy }, body: { name: 'mine' } };
  expect((await lab.call('createSnapshot', copy, { token: owner.token })).status).toBe(201);
  await untilFree(lab, withCopy);
  await lab.a.stop();
  stopped = await givenServer(lab.db, { accountId, node_id: lab.a.id, power: 'stopped' });
  await givenMachine(lab.a.engine, stopped, lab.db);
  await lab.a.start();
});
afterAll(() => lab.close());
beforeEach(() => {
  atCopy = () => undefined;
});

const drain = (node: 'a' | 'b') => operator.run('drainNode', { node, live: true });
const drainOf = async (node: 'a' | 'b') => (await operator.run('showNode', { node })).drain;
const tick = () => drainNodes(givenJobCx(lab.db));
const serversOn = async ({ id }: { id: number }) => {
  const rows = await lab.db
    .selectFrom('servers')
    .select('id')
    .where('node_id', '=', id)
    .where('status', '<>', 'terminated')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};
const moves = () => lab.db.selectFrom('workflows').selectAll().where('kind', 'in', ['server.migrate', 'server.move']);
const unfinished = async () => (await moves().where('finished_at', 'is', null).execute()).map(({ resource_id: id }) => id);
const movesOf = async (id: number) => (await moves().where('resource_id', '=', id).execute()).map(({ state }) => state);

/** Lets copies of running disks wait. Returns how many wait, and the end of the wait. */
function holdCopies() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let held = 0;
  atCopy = () => {
    held += 1;
    return opened;
  };
  return { open, held: () => held };
}

/** Sets the ends of all moves back by this time. The job sees them as if it ran later. */
const letPass = (ms: number) =>
  sql`update workflows set finished_at = finished_at - ${ms} * interval '1 ms' where kind = 'server.migrate'`.execute(lab.db);

/** Runs the job until the node has only these servers and no move is under way. More than two moves at a time are a failure. */
async function drainUntil(node: 'a' | 'b', left: readonly number[]): Promise<void> {
  await vi.waitUntil(async () => {
    await tick();
    const underWay = await unfinished();
    expect(underWay.length).toBeLessThanOrEqual(2);
    return underWay.length === 0 && JSON.stringify(await serversOn(lab[node])) === JSON.stringify(left);
  }, WAIT);
}

/** Checks that each server has one machine, on the node of its row, and that capacity is held where the servers are. */
async function expectWhole(): Promise<void> {
  for (const [here, elsewhere] of [['a', 'b'] as const, ['b', 'a'] as const]) {
    const ids = await serversOn(lab[here]);
    for (const id of ids) {
      const [places, row] = [await placesOf(lab, id), await rowOf(lab, id)];
      expect([places[here].machine, places[elsewhere].machine]).toEqual([row.power, 'absent']);
      expect(row.power).toBe(id === stopped ? 'stopped' : 'running');
    }
    expect(await usedOf(lab, lab[here])).toEqual([ids.length, ids.length * 1_024, ids.length * 10]);
  }
}

test('a node hands over its servers two at a time, and says why the others stay', async () => {
  const before = await Promise.all(running.map((id) => rowOf(lab, id)));
  const copies = holdCopies();
  const reply = await drain('a');
  expect(reply).toMatchObject({ state: 'draining', drains_live: true, moving: [], waiting: 5, more: 0 });
  const why = expect.stringContaining('has a copy on the disk of node a');
  expect(reply.staying).toEqual([{ server: withCopy, hostname: expect.any(String), why }]);

  await tick();
  await vi.waitUntil(() => copies.held() === 2, WAIT);
  await tick();
  expect(await unfinished()).toEqual(running.slice(0, 2));
  const moving = running.slice(0, 2).map((server) => ({ server, hostname: expect.any(String), to: 'b' }));
  expect(await drainOf('a')).toEqual({ moving, waiting: 3, staying: reply.staying, more: 0 });
  copies.open();
  await drainUntil('a', [withCopy]);
  expect(await drainOf('a')).toEqual({ moving: [], waiting: 0, staying: reply.staying, more: 0 });

  await expectWhole();
  for (const { id, boot_id } of before) expect(await rowOf(lab, id)).toMatchObject({ node_id: lab.b.id, boot_id });
  const lines = lab.db.selectFrom('audit_log').select(['actor_kind', 'resource_id']).where('action', '=', 'server.drained');
  const ids = [...running, stopped].sort((one, other) => one - other);
  expect(await lines.orderBy('resource_id').execute()).toEqual(ids.map((resource_id) => ({ actor_kind: 'job', resource_id })));
  const overlaps = await sql<{ most: number }>`
    select max((select count(*)::int from workflows o where o.kind in ('server.migrate', 'server.move')
      and o.created_at <= w.created_at and o.finished_at > w.created_at)) as most
    from workflows w where w.kind in ('server.migrate', 'server.move')`.execute(lab.db);
  expect(overlaps.rows[0]?.most).toBe(2);
  // A server that was never moved has no failure to wait for.
  expect((await openAlerts(lab.db)).map(({ kind }) => kind)).toEqual([]);
});

test('activateNode ends the drain: moves under way end, no other begins, and the node sells servers again', async () => {
  await operator.run('activateNode', { node: 'a' });
  const copies = holdCopies();
  await drain('b');
  await tick();
  await vi.waitUntil(() => copies.held() === 2, WAIT);
  expect(await operator.run('activateNode', { node: 'b' })).toMatchObject({ state: 'active', drains_live: false });
  expect(await drainOf('b')).toBeNull();
  copies.open();
  await vi.waitUntil(async () => {
    expect(await tick()).toBe(0);
    return (await unfinished()).length === 0;
  }, WAIT);
  expect(await serversOn(lab.a)).toEqual([...running.slice(0, 2), withCopy]);
  await expectWhole();
  // Node a has half a server more room, so every second server goes to b.
  expect((await deploy(lab, owner, { name: ['one', 'two'] })).status).toBe(201);
  await vi.waitUntil(async () => {
    const rows = await lab.db.selectFrom('servers').select('status').where('hostname', 'in', ['one', 'two']).execute();
    return rows.every(({ status }) => status === 'active');
  }, WAIT);
  expect([(await serversOn(lab.a)).length, (await serversOn(lab.b)).length]).toEqual([4, 4]);
});

test('a server whose move fails holds up no other, says why, and is tried again after a pause', async () => {
  const [failing = 0] = await serversOn(lab.b);
  atCopy = (machineId) => {
    if (machineId === machineIdOf(failing)) throw new Error('the disk is broken');
  };
  await drain('b');
  await drainUntil('b', [failing]);
  const before = (await movesOf(failing)).length;
  expect((await movesOf(failing)).at(-1)).toBe('undone');
  for (let i = 0; i < 3; i += 1) expect(await tick()).toBe(0);
  expect(await movesOf(failing)).toHaveLength(before);
  const [staying] = (await drainOf('b'))?.staying ?? [];
  expect(staying?.why).toMatch(/^was not moved by workflow \d+: the disk is broken\. It is tried again after \d{4}-/);
  expect(await operator.print('showNode', { node: 'b' })).toContain(
    `Server ${failing} (${staying?.hostname}) stays: it was not moved`,
  );

  await letPass(minutes(9));
  expect(await tick()).toBe(0);
  await letPass(minutes(1));
  expect(await tick()).toBe(1);
  await vi.waitUntil(async () => (await unfinished()).length === 0, WAIT);
  // The second pause is twice as long.
  await letPass(minutes(10));
  expect(await tick()).toBe(0);
  await letPass(minutes(10));
  atCopy = () => undefined;
  await drainUntil('b', []);
  await expectWhole();
  await operator.run('activateNode', { node: 'b' });
});

test('the death of a worker in the middle of two moves leaves each server whole, and the others move', async () => {
  const copies = holdCopies();
  await drain('a');
  await tick();
  await vi.waitUntil(() => copies.held() === 2, WAIT);
  const dying = lab.a.kill();
  copies.open();
  await dying;
  await lab.a.start();
  await vi.waitUntil(async () => (await unfinished()).length === 0, WAIT);
  const rolledBack = (await serversOn(lab.a)).filter((id) => running.slice(0, 2).includes(id));
  await drainUntil('a', [...rolledBack, withCopy]);
  await expectWhole();
  await letPass(minutes(10));
  await drainUntil('a', [withCopy]);
  await expectWhole();
});

test('a plain drain lets running servers stay, and ends a live one', async () => {
  const [id = 0] = await serversOn(lab.b);
  const reply = await operator.run('drainNode', { node: 'b' });
  expect(reply).toMatchObject({ drains_live: false, waiting: 0 });
  expect(await tick()).toBe(0);
  const stays = (await drainOf('b'))?.staying.find(({ server }) => server === id);
  expect(stays?.why).toBe('is running: drain the node with --live, or stop the server');
  await drain('b');
  expect(await operator.run('drainNode', { node: 'b' })).toMatchObject({ state: 'draining', drains_live: false });
  expect(await tick()).toBe(0);
});
