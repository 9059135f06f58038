/** Tests which node takes a server of a drained node, and that staff drains over HTTP like the command. No worker runs the moves. */
import { recordNodeLink } from '@innkeeper/db/tables/node-links';
import { drainNodes } from '@innkeeper/jobs/drain-nodes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenStaff } from '../../given-staff.ts';
import { type Operator, openOperator } from '../../operator.ts';

let lab: Lab;
let operator: Operator;
let owner: GivenAccount;
let nodes: Record<'a' | 'b' | 'c', number>;
beforeAll(async () => {
  lab = await openLab();
  operator = openOperator(lab);
  owner = await givenAccount(lab.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.db.deleteFrom('node_links').execute();
  const old = await lab.db.selectFrom('nodes').select('id').execute();
  for (const { id } of old)
    await lab.db
      .updateTable('nodes')
      .set({ state: 'offline', drains_live: false, name: `once-${id}` })
      .where('id', '=', id)
      .execute();
  nodes = { a: await linkedNode('a', 20_000), b: await linkedNode('b', 10_000), c: await linkedNode('c', 20_000) };
});

async function linkedNode(name: string, memoryMb: number): Promise<number> {
  const id = await givenNode(lab.db, { name, memoryMb });
  await recordNodeLink(lab.db, { nodeId: id, address: `10.0.0.5:${id}`, certificate: String(id).padStart(64, '0') });
  return id;
}

const server = (fields: object = {}) =>
  givenServer(lab.db, { accountId: owner.accountId, node_id: nodes.a, address: false, ...fields });
const tick = () => drainNodes(givenJobCx(lab.db));
const moves = async () => {
  const rows = await lab.db.selectFrom('workflows').select(['resource_id', 'input']).where('finished_at', 'is', null).execute();
  return rows.map(({ resource_id: id, input }) => [id, (input as { to: number }).to]);
};
const fail = (id: number) =>
  lab.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('locks').where('resource_id', '=', id).execute();
    const ended = {
      state: 'undone' as const,
      direction: 'back' as const,
      error: 'injected',
      finished_at: new Date('2020-01-01'),
    };
    await trx.updateTable('workflows').set(ended).where('resource_id', '=', id).execute();
  });

test('a server goes to the node with most free memory, and after a failure to another one first', async () => {
  const id = await server();
  await operator.run('drainNode', { node: 'a', live: true });
  expect(await tick()).toBe(1);
  expect(await moves()).toEqual([[id, nodes.c]]);
  await fail(id);
  expect(await tick()).toBe(1);
  expect(await moves()).toEqual([[id, nodes.b]]);
  await fail(id);
  expect(await tick()).toBe(1);
  expect(await moves()).toEqual([[id, nodes.c]]);
  await fail(id);
});

test('moves that wait for a node whose worker is away hold up no other server', async () => {
  const ids = [await server(), await server(), await server()];
  await operator.run('drainNode', { node: 'a', live: true });
  expect(await tick()).toBe(2);
  const waiting = lab.db.updateTable('workflows').set({ node_id: nodes.c }).where('finished_at', 'is', null);
  await waiting.execute();
  expect(await tick()).toBe(0);
  await lab.db
    .updateTable('nodes')
    .set({ seen_at: new Date('2020-01-01') })
    .where('id', '=', nodes.c)
    .execute();
  expect(await tick()).toBe(1);
  expect((await moves()).at(-1)).toEqual([ids[2], nodes.b]);
  for (const id of ids) await fail(id);
});

test('a server that is already on its new node counts as moving until its old node is not needed', async () => {
  const id = await server({ hostname: 'web' });
  await operator.run('drainNode', { node: 'a', live: true });
  await tick();
  await lab.db.updateTable('server_details').set({ node_id: nodes.c }).where('id', '=', id).execute();
  const { drain, servers } = await operator.run('showNode', { node: 'a' });
  expect([drain, servers]).toEqual([
    { moving: [{ server: id, hostname: 'web', to: 'c' }], waiting: 0, staying: [], more: 0 },
    [],
  ]);
  await fail(id);
  expect((await operator.run('showNode', { node: 'a' })).drain?.moving).toEqual([]);
});

test('two nodes are drained at the same time, and neither waits for the other', async () => {
  for (const node_id of [nodes.a, nodes.a, nodes.a, nodes.b, nodes.b, nodes.b]) await server({ node_id });
  await operator.run('drainNode', { node: 'a', live: true });
  await operator.run('drainNode', { node: 'b', live: true });
  expect(await tick()).toBe(4);
  expect((await moves()).every(([, to]) => to === nodes.c)).toBe(true);
});

test('technical staff drains over HTTP with an audit line, and sees what the command shows', async () => {
  await server();
  const staff = {
    technical: await givenStaff(lab.db, { role: 'technical' }),
    support: await givenStaff(lab.db, { role: 'support' }),
  };
  const send = async (role: keyof typeof staff, method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { authorization: `Bearer ${staff[role].token}`, ...(body && { 'content-type': 'application/json' }) };
    const payload = body && JSON.stringify(body);
    const url = `/v1/operator/nodes/a${path}`;
    const reply = await lab.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: reply.statusCode, body: JSON.parse(reply.body) };
  };
  expect((await send('support', 'POST', '/drain', { live: true })).status).toBe(403);
  expect((await send('technical', 'POST', '/drain', { live: 'yes' })).status).toBe(422);
  const drained = { state: 'draining', drains_live: true, moving: [], waiting: 1, staying: [], more: 0 };
  expect(await send('technical', 'POST', '/drain', { live: true })).toMatchObject({ status: 200, body: drained });
  const { body } = await send('support', 'GET', '');
  expect(body).toEqual(JSON.parse(JSON.stringify(await operator.run('showNode', { node: 'a' }))));
  expect(body.drain).toEqual({ moving: [], waiting: 1, staying: [], more: 0 });
  const activated = await send('technical', 'POST', '/activate', {});
  expect(activated).toMatchObject({ status: 200, body: { state: 'active', drains_live: false } });
  expect(await tick()).toBe(0);
  const lines = lab.db.selectFrom('audit_log').select(['actor_kind', 'action', 'details']).where('resource_kind', '=', 'node');
  expect(await lines.where('resource_id', '=', nodes.a).orderBy('id').execute()).toEqual([
    { actor_kind: 'staff', action: 'drainNode', details: { name: 'a', live: true } },
    { actor_kind: 'staff', action: 'activateNode', details: { name: 'a' } },
  ]);
});
