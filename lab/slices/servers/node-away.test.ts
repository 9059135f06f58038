/** Tests a node whose worker is away. New orders go to another node, waiting orders follow, and the operator is alerted. */
import { addPool } from '@innkeeper/db/seed/add-pool';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { upsertCopyRoom } from '@innkeeper/db/tables/copies';
import { expectBack, markSeen } from '@innkeeper/db/tables/node-presence';
import { checkWorkers } from '@innkeeper/doctor/workers';
import { recordPresence } from '@innkeeper/jobs/record-presence';
import { relocateDeploys } from '@innkeeper/jobs/relocate-deploys';
import { watchNodes } from '@innkeeper/jobs/watch-nodes';
import { PROBATION_MS, returnDeadline } from '@innkeeper/model/installation/presence';
import { hours, minutes, seconds } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { composeNow, mailsOf } from '../../given-mails.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { balance, type DeployRequest, deploy } from '../given-deploy.ts';

let lab: Lab;
let operator: Operator;
let owner: GivenAccount;
let a: number;
let b: number;
let now: number;
const clock = { now: () => new Date(now) };
const ago = (ms: number) => new Date(now - ms);

/** Node `b` has more memory, so it gets the orders while its worker is online. */
beforeEach(async () => {
  now = Date.now();
  lab = await openLab({ clock });
  operator = openOperator({ db: lab.db, clock });
  owner = await givenAccount(lab.db, { funds: 100_000n });
  [a, b] = [await givenNode(lab.db, { name: 'a' }), await givenNode(lab.db, { name: 'b', memoryMb: 2_000_000 })];
});
afterEach(() => lab.close());

const unseen = (node: number, ms: number) => markSeen(lab.db, node, ago(ms));
/** Returns the context of a job of the API, with its database role. */
const job = () => givenJobCx(lab.api.db, { clock });
const order = async (request: DeployRequest = {}) => (await deploy(lab, owner, request)).body;
const serverOf = async (hostname = 'web-1') =>
  lab.db.selectFrom('servers').selectAll().where('hostname', '=', hostname).executeTakeFirstOrThrow();
const workflowOf = async (serverId: number) =>
  lab.db.selectFrom('workflows').selectAll().where('resource_id', '=', serverId).executeTakeFirstOrThrow();
const usedOn = async (id: number) =>
  (await lab.db.selectFrom('nodes').select('memory_mb_used').where('id', '=', id).executeTakeFirstOrThrow()).memory_mb_used;
const alerts = async () => (await openAlerts(lab.db)).map(({ kind, key }) => `${kind} ${key}`);
const addressOf = async (serverId: number) =>
  lab.db.selectFrom('ip_addresses').select(['address', 'version', 'pool_id']).where('server_id', '=', serverId).execute();

test('a node that was not seen for 30 s gets no order while another fits', async () => {
  await unseen(b, seconds(29));
  await order({ name: 'before' });
  await unseen(b, seconds(30));
  await order({ name: 'after' });
  expect([(await serverOf('before')).node_id, (await serverOf('after')).node_id]).toEqual([b, a]);
});

test('the only node still gets orders for five minutes after its worker was last seen', async () => {
  await operator.run('drainNode', { node: 'a' });
  await unseen(b, minutes(5) - 1);
  await order({ name: 'waits' });
  expect((await serverOf('waits')).node_id).toBe(b);
  expect((await lab.call('listPlans', {}, { token: owner.token })).body.data[0].available).toBe(true);
  now += 1;
  expect(await order({ name: 'refused' })).toMatchObject({ code: 'no_capacity' });
  expect((await lab.call('listPlans', {}, { token: owner.token })).body.data[0].available).toBe(false);
});

test('a download goes to a node with a live worker, and after five minutes to none', async () => {
  const add = () => lab.call('addIso', { body: { name: 'x', url: 'https://mirror.example/x.iso' } }, { token: owner.token });
  const nodes = async () =>
    (await lab.db.selectFrom('disk_rooms').select('node_id').orderBy('resource_id').execute()).map((r) => r.node_id);
  await unseen(b, seconds(30));
  await add();
  expect(await nodes()).toEqual([a]);
  await operator.run('drainNode', { node: 'a' });
  await unseen(b, minutes(5));
  expect((await add()).body).toMatchObject({ code: 'no_capacity' });
});

test('a stopped server is not moved to a node whose worker is away', async () => {
  const shared = { kind: 'backup', target: 'local', location: 'shared', freeBytes: 10n ** 13n, now: clock.now() } as const;
  for (const nodeId of [a, b]) await upsertCopyRoom(lab.db, { ...shared, nodeId });
  const id = await givenServer(lab.db, { accountId: owner.accountId, node_id: a, power: 'stopped' });
  await unseen(b, seconds(30));
  expect(await operator.run('drainNode', { node: 'a' })).toMatchObject({ moving: [], staying: [{ server: id }] });
  await unseen(b, 0);
  expect(await operator.run('drainNode', { node: 'a' })).toMatchObject({ moving: [{ server: id, to: 'b' }], staying: [] });
});

test('alerts the operator within a minute, also for the only worker, until the worker is seen', async () => {
  await unseen(b, seconds(44));
  await watchNodes(job());
  expect(await alerts()).toEqual([]);
  now += seconds(1);
  await watchNodes(job());
  await watchNodes(job());
  expect(await alerts()).toEqual(['node_away b']);
  expect(await operator.print('listNodes', {})).toMatch(/^b +active +away /m);
  expect((await operator.run('showNode', { node: 'b' })).warnings).toEqual([expect.stringContaining('has not reported since')]);
  expect(await checkWorkers(lab.db, clock.now())).toMatchObject([{ name: 'worker of b', ok: false }]);
  await unseen(b, 0);
  await watchNodes(job());
  expect(await alerts()).toEqual([]);
  expect(await checkWorkers(lab.db, clock.now())).toMatchObject([{ ok: true }]);
});

test('a worker sends heartbeats only after a probation, which ends its announced absence', async () => {
  await unseen(b, minutes(1));
  await expectBack(lab.db, b, returnDeadline(clock.now()));
  const shown = async () =>
    lab.db.selectFrom('nodes').select(['seen_at', 'back_by']).where('id', '=', b).executeTakeFirstOrThrow();
  const beat = () => recordPresence({ ...job(), node: { id: b, name: 'b' }, firstBeatAt: new Date(began + PROBATION_MS) });
  const [began, before] = [now, await shown()];
  now += PROBATION_MS - 1;
  await beat();
  expect(await shown()).toEqual(before);
  now += 1;
  await beat();
  expect(await shown()).toEqual({ seen_at: clock.now(), back_by: null });
});

test('alerts about a worker with an announced absence after five minutes, and about no drained node', async () => {
  await unseen(b, 0);
  await expectBack(lab.db, b, returnDeadline(clock.now()));
  now += minutes(5) - 1;
  await watchNodes(job());
  expect(await alerts()).toEqual([]);
  now += 1;
  await watchNodes(job());
  expect(await alerts()).toEqual(['node_away b']);
  await operator.run('drainNode', { node: 'b' });
  await watchNodes(job());
  expect(await alerts()).toEqual([]);
});

test('moves a queued order to a node that fits; one that has started stays', async () => {
  await unseen(b, 0);
  await order({ name: ['queued', 'begun'] });
  const [queued, begun] = [await serverOf('queued'), await serverOf('begun')];
  expect([queued.node_id, begun.node_id, await usedOn(a)]).toEqual([b, b, 0]);
  await lab.db.updateTable('workflows').set({ begun_at: clock.now() }).where('resource_id', '=', begun.id).execute();
  now += seconds(29);
  expect(await relocateDeploys(job())).toBe(0);
  now += seconds(1);
  expect(await relocateDeploys(job())).toBe(1);
  expect([(await serverOf('queued')).node_id, (await serverOf('begun')).node_id]).toEqual([a, b]);
  expect(await workflowOf(queued.id)).toMatchObject({ node_id: a, state: 'queued', finished_at: null });
  expect([await usedOn(a), await usedOn(b)]).toEqual([queued.memory_mb, begun.memory_mb]);
  expect(await addressOf(queued.id)).toHaveLength(1);
});

test('replaces a main address from a pool of the old node; without a replacement the order waits', async () => {
  const own = { cidr: '10.9.0.0/29', gateway: '10.9.0.1' };
  await sql`update ip_pools set draining = true`.execute(lab.db);
  const pool = await lab.db.transaction().execute((trx) => addPool(trx, { name: 'of-b', node_id: b, ...own }));
  await unseen(b, 0);
  await order();
  const { id } = await serverOf();
  expect(await addressOf(id)).toMatchObject([{ pool_id: pool }]);
  now += seconds(30);
  expect(await relocateDeploys(job())).toBe(0);
  await sql`update ip_pools set draining = false`.execute(lab.db);
  expect(await relocateDeploys(job())).toBe(1);
  expect((await serverOf()).node_id).toBe(a);
  const [address, ...more] = await addressOf(id);
  expect([address?.pool_id === pool, more]).toEqual([false, []]);
  const left = await lab.db
    .selectFrom('ip_addresses')
    .select('id')
    .where('pool_id', '=', pool)
    .where('server_id', 'is not', null)
    .execute();
  expect(left).toEqual([]);
});

test('after a day, refunds an order that fits nowhere else, and notifies its account', async () => {
  await operator.run('drainNode', { node: 'a' });
  await unseen(b, 0);
  const before = await balance(lab, owner);
  await order();
  const server = await serverOf();
  now += hours(24) - 1;
  expect(await relocateDeploys(job())).toBe(0);
  now += 1;
  expect(await relocateDeploys(job())).toBe(1);
  expect(await relocateDeploys(job())).toBe(0);
  expect(await balance(lab, owner)).toBe(before);
  expect(await serverOf()).toMatchObject({ status: 'terminated', status_reason: expect.stringContaining('host') });
  expect(await workflowOf(server.id)).toMatchObject({ state: 'undone', fault: 'operator' });
  expect(await lab.db.selectFrom('locks').select('kind').execute()).toEqual([]);
  expect([await usedOn(b), await addressOf(server.id)]).toEqual([0, []]);
  await composeNow(lab.db, { now });
  expect(await mailsOf(lab.db, owner)).toMatchObject([{ template: 'server-ready', data: { servers: [], failed: ['web-1'] } }]);
});
