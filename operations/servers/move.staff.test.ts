import type { Server } from '@innkeeper/db/schema';
import { recordNodeLink } from '@innkeeper/db/tables/node-links';
import { markSeen } from '@innkeeper/db/tables/node-presence';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { ALWAYS_SEEN, givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { givenCopy } from '@innkeeper/lab/given-copies';
import { usedOf } from '@innkeeper/lab/given-moves';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let accountId: number;
let nodes: Record<'a' | 'b', number>;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
  ({ accountId } = await givenAccount(lab.db));
});
afterAll(() => lab.close());
beforeEach(async () => {
  await sql`update nodes set state = 'offline', name = 'once-' || id`.execute(lab.db);
  await sql`delete from node_links`.execute(lab.db);
  nodes = { a: await givenNode(lab.db, { name: 'a' }), b: await givenNode(lab.db, { name: 'b', memoryMb: 900_000 }) };
  for (const id of Object.values(nodes)) await link(id);
});

const link = (nodeId: number) =>
  recordNodeLink(lab.db, { nodeId, address: `10.0.0.5:${nodeId}`, certificate: String(nodeId).padStart(64, '0') });
const server = (fields: object = {}) => givenServer(lab.db, { accountId, node_id: nodes.a, address: false, ...fields });
const move = (id: number, input: object = {}) => operator.run('moveServer', { server: id, ...input });
const refusal = (id: number, input: object = {}) =>
  move(id, input).then(
    () => 'none',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  );

test('a running server gets capacity on the new node, a workflow, its lock and an audit line together', async () => {
  const id = await server({ hostname: 'web' });
  const before = await usedOf(lab, { id: nodes.b });
  const reply = await move(id, { to: 'b' });
  expect(reply).toMatchObject({ server: id, hostname: 'web', from: 'a', to: 'b', live: true });
  expect(await usedOf(lab, { id: nodes.b })).toEqual(before.map((used, i) => used + ([1, 1_024, 10][i] ?? 0)));
  const workflow = await lab.db.selectFrom('workflows').selectAll().where('id', '=', reply.workflow).executeTakeFirstOrThrow();
  const input = { serverId: id, from: nodes.a, to: nodes.b, leaveCopies: false };
  expect(workflow).toMatchObject({ kind: 'server.migrate', node_id: nodes.a, input });
  const lines = await lab.db.selectFrom('audit_log').selectAll().where('resource_id', '=', id).execute();
  expect(lines).toMatchObject([{ action: 'moveServer', details: { from: nodes.a, to: nodes.b, workflow: reply.workflow } }]);
  expect(await refusal(id)).toContain('locked: ');
});

test('without a name it goes to the node with most free memory that can take it', async () => {
  const c = await givenNode(lab.db, { name: 'c', memoryMb: 2_000_000 });
  expect(await move(await server())).toMatchObject({ to: 'b' });
  await link(c);
  expect(await move(await server())).toMatchObject({ to: 'c' });
});

test('each reason why a running server stays is a sentence, and reserves nothing', async () => {
  const id = await server();
  const change = (fields: Partial<Pick<Server, 'power' | 'rescue'>>) =>
    lab.db.updateTable('server_details').set(fields).where('id', '=', id).execute();
  const before = await usedOf(lab, { id: nodes.b });
  await change({ power: 'booting' });
  expect(await refusal(id)).toBe(`wrong_state: Server ${id} is booting: only a running or a stopped server can be moved.`);
  await change({ power: 'running', rescue: true });
  expect(await refusal(id)).toBe(`wrong_state: Server ${id} is in rescue mode: leave it first.`);
  await change({ rescue: false });
  const copy = await givenCopy(lab.db, { serverId: id });
  expect(await refusal(id)).toContain('has a copy on the disk of node a');
  expect(await refusal(id, { to: 'a' })).toBe(`wrong_state: Server ${id} cannot move: it is already on node a.`);
  await lab.db.deleteFrom('copies').where('id', '=', copy.id).execute();
  expect(await refusal(id, { to: 'z' })).toBe('not_found: Node z does not exist.');
  expect(await refusal(999_999)).toBe('not_found: Server 999999 does not exist.');
  expect(await usedOf(lab, { id: nodes.b })).toEqual(before);
});

test('each reason why a node takes no server is a sentence', async () => {
  const id = await server();
  const cannot = `wrong_state: Server ${id} cannot move: `;
  await operator.run('drainNode', { node: 'b' });
  expect(await refusal(id, { to: 'b' })).toBe(`${cannot}node b is draining.`);
  await operator.run('activateNode', { node: 'b' });
  await markSeen(lab.db, nodes.b, new Date('2020-01-01'));
  expect(await refusal(id, { to: 'b' })).toBe(`${cannot}the worker of node b is away.`);
  await markSeen(lab.db, nodes.b, ALWAYS_SEEN);
  await operator.run('unlinkNode', { node: 'b' });
  expect(await refusal(id, { to: 'b' })).toBe(`${cannot}node b has no link to other nodes: set node.listen there.`);
  await link(nodes.b);
  await operator.run('unlinkNode', { node: 'a' });
  expect(await refusal(id, { to: 'b' })).toContain('is on node a, which has no link to other nodes');
  await link(nodes.a);
  await lab.db.updateTable('nodes').set({ filters: false }).where('id', '=', nodes.b).execute();
  expect(await refusal(id, { to: 'b' })).toContain('node b has no network of its own');
  await lab.db.updateTable('nodes').set({ filters: true }).where('id', '=', nodes.b).execute();
  await operator.run('setNode', { node: 'b', capacity_disk: 5 });
  expect(await refusal(id, { to: 'b' })).toBe(
    `no_capacity: Server ${id} cannot move: node b has too little disk (needed 10 GB, free 5 GB).`,
  );
});

test('a stopped server needs a common copy store', async () => {
  const id = await server({ power: 'stopped' });
  expect(await refusal(id, { to: 'b' })).toMatch(
    /no other node shares a copy store with node a, .*\. Start it and move it while it runs\.$/,
  );
  expect(await refusal(id, { to: 'a' })).toBe(`wrong_state: Server ${id} cannot move: it is already on node a.`);
});

test('the command says how the server moves', async () => {
  const id = await server({ hostname: 'web' });
  expect(await operator.print('moveServer', { server: id, to: 'b' })).toMatch(
    /^Server \d+ \(web\) is being moved from node a to node b\. It runs on meanwhile\. See the result with \.\/innkeeper workflow show \d+\.$/,
  );
});

test('a server is placed only where its guest was reported', async () => {
  const id = await server({ power: 'absent' });
  const place = (input: object) => operator.run('placeServer', { server: id, on: 'b', ...input });
  await expect(place({})).rejects.toThrow('The worker of node b has not reported the guest');
  await expect(place({ on: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(place({ server: 999_999 })).rejects.toMatchObject({ code: 'not_found' });
});
