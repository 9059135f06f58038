import { openDatabase } from '@innkeeper/db/connect';
import { API_ROLE, asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { findLinkOfCertificate, listNodeLinks, recordNodeLink } from '@innkeeper/db/tables/node-links';
import { markSeen } from '@innkeeper/db/tables/node-presence';
import { registerNode, releasePart, updateMeasured } from '@innkeeper/db/tables/nodes';
import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenNode } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { deploy } from '@innkeeper/lab/slices/given-deploy';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const FOUR = { vcpus: 4, memoryMb: 4 * 1024, diskGb: 40 };

let lab: Lab;
let operator: Operator;
let owner: GivenAccount;
let nodeId: number;
beforeAll(async () => {
  lab = await openLab();
  operator = openOperator(lab);
  owner = await givenAccount(lab.db, { funds: 100_000n });
});
beforeEach(async () => {
  await sql`update nodes set state = 'offline', name = 'once-' || id`.execute(lab.db);
  // Room for four servers of the plan nano: 1 vCPU, 1 GB of memory, 10 GB of disk.
  nodeId = await givenNode(lab.db, { name: 'a', ...FOUR });
});
afterAll(() => lab.close());

/** Returns 201, or the text of the failure. */
async function order(...names: string[]): Promise<number | string> {
  const { status, body } = await deploy(lab, owner, { name: names });
  return status === 201 ? 201 : `${status} ${body.code} ${body.message}`;
}

async function nodesOf(...names: string[]): Promise<string[]> {
  const rows = await lab.db
    .selectFrom('servers as s')
    .innerJoin('nodes as n', 'n.id', 's.node_id')
    .select('n.name')
    .where('s.hostname', 'in', names)
    .where('n.state', '!=', 'offline')
    .orderBy('s.id')
    .execute();
  return rows.map(({ name }) => name);
}

const auditLines = async () =>
  lab.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'action', 'details'])
    .where('resource_kind', '=', 'node')
    .where('resource_id', '=', nodeId)
    .orderBy('id')
    .execute();

const setNode = (node: string, fields: object) => operator.run('setNode', { node, ...fields });
const showNode = (node: string) => operator.run('showNode', { node });

/** Simulates the next `up` on the same machine. */
const upAgain = () => givenNode(lab.db, { name: 'a', ...FOUR });

test.each([
  ['vCPUs', { capacity_vcpus: 2 }, { capacity_vcpus: 'measured' }, 'vCPUs (needed 1, free 0)'],
  ['memory', { capacity_memory: 2 }, { overcommit_memory: 2 }, 'memory (needed 1 GB, free 0 GB)'],
  ['disk', { overcommit_disk: 0.5 }, { capacity_disk: 80 }, 'disk (needed 10 GB, free 0 GB)'],
])('offering less %s than measured accepts fewer orders, and offering more accepts more', async (_, less, more, lack) => {
  await setNode('a', less);
  expect(await order('one', 'two')).toBe(201);
  await upAgain();
  expect(await order('three')).toContain(`422 no_capacity There is not enough capacity for this server: ${lack}.`);
  await setNode('a', more);
  await upAgain();
  expect(await order('three', 'four')).toBe(201);
  expect(await order('five')).toContain('no_capacity');
});

test('overcommitment sells a multiple of the capacity, and a restart does not add to it', async () => {
  const node = await setNode('a', { overcommit_vcpus: 1.5, overcommit_memory: 1.5, overcommit_disk: 1.5 });
  expect(node).toMatchObject({ vcpus: { total: 6 }, memory_mb: { total: 6144 }, disk_gb: { total: 60 } });
  expect(node.warnings).toEqual([
    expect.stringMatching(/^Memory: offered 6144 MB, available 4096 MB\. If guests/),
    expect.stringMatching(/^Disk: offered 60 GB, available 40 GB\. If the disk/),
  ]);
  expect(await order(...Array.from('abcdef'))).toBe(201);
  await upAgain();
  expect((await operator.run('listNodes')).data.find(({ name }) => name === 'a')).toMatchObject({ vcpus: { used: 6 } });
  expect(await showNode('a')).toMatchObject({ vcpus: { measured: 4, total: 6, used: 6 } });
  expect(await order('g')).toContain('no_capacity');
});

test('offering less than is sold gives a warning, keeps existing servers, and refuses new orders', async () => {
  expect(await order('one', 'two', 'three')).toBe(201);
  const node = await setNode('a', { capacity_vcpus: 2, capacity_memory: 2 });
  expect(node.warnings).toEqual([
    'vCPUs: sold 3, offered 2. New servers are placed elsewhere until less is sold.',
    'Memory: sold 3072 MB, offered 2048 MB. New servers are placed elsewhere until less is sold.',
  ]);
  expect(await showNode('a')).toMatchObject({ vcpus: { used: 3 }, servers: [{ status: 'processing', count: 3 }] });
  expect(await order('four')).toContain('memory (needed 1 GB, free 0 GB)');
  const nano = { vcpus: 1, dedicatedVcpus: 0, memoryMb: 1024, diskGb: 10 };
  // Releases capacity like the end of a server, also while more is sold than offered.
  await lab.db.transaction().execute((trx) => releasePart(trx, node.id, nano));
  expect(await order('four')).toContain('no_capacity');
  await lab.db.transaction().execute((trx) => releasePart(trx, node.id, nano));
  expect(await order('four')).toBe(201);
});

test('the database refuses to sell more than is offered', async () => {
  const sell = (n: number) => sql`update nodes set vcpus_used = vcpus_used + ${n}::int where id = ${nodeId}`.execute(lab.db);
  await expect(sell(5)).rejects.toThrow('more of node a would be sold than it offers');
  await sell(4);
  await setNode('a', { overcommit_vcpus: 0.5 });
  await expect(sell(1)).rejects.toThrow('would be sold');
  await sell(-1);
});

test('a drained node gets no server, even with the most room', async () => {
  await givenNode(lab.db, { name: 'b', vcpus: 2, memoryMb: 2 * 1024, diskGb: 20 });
  expect(await order('one')).toBe(201);
  expect(await operator.run('drainNode', { node: 'a' })).toMatchObject({ state: 'draining' });
  expect(await order('two', 'three')).toBe(201);
  expect(await nodesOf('one', 'two', 'three')).toEqual(['a', 'b', 'b']);
  expect(await order('four')).toContain('no_capacity');
  await upAgain();
  expect(await order('four')).toContain('no_capacity');
  expect(await operator.run('activateNode', { node: 'a' })).toMatchObject({ state: 'active' });
  expect(await order('four')).toBe(201);
  expect(await nodesOf('four')).toEqual(['a']);
});

test('each change writes an audit line, and a refused one does not', async () => {
  await operator.run('drainNode', { node: 'a' });
  await operator.run('activateNode', { node: 'a' });
  await setNode('a', { capacity_vcpus: 'measured', overcommit_memory: 1.25 });
  await expect(setNode('a', {})).rejects.toThrow('Name at least one change.');
  await expect(setNode('b', { capacity_vcpus: 1 })).rejects.toThrow('Node b does not exist.');
  await expect(showNode('b')).rejects.toThrow('Node b does not exist.');
  await expect(operator.run('drainNode', { node: 'b' })).rejects.toThrow('Node b does not exist.');
  await expect(setNode('a', { overcommit_vcpus: 21 })).rejects.toThrow('Must be a number from 0.1 to 20');
  expect(await auditLines()).toEqual([
    { actor_kind: 'operator', action: 'drainNode', details: { name: 'a' } },
    { actor_kind: 'operator', action: 'activateNode', details: { name: 'a' } },
    { actor_kind: 'operator', action: 'setNode', details: { name: 'a', vcpus_setting: null, memory_overcommit: 1.25 } },
  ]);
});

test('unlinkNode ends the link of a node, with an audit line, and refuses a node without one', async () => {
  const link = { address: '10.0.0.5:7443', certificate: 'ab'.repeat(32) };
  await recordNodeLink(lab.db, { nodeId, ...link });
  expect((await operator.run('listNodes')).data.find(({ name }) => name === 'a')).toMatchObject({ link });
  expect(await showNode('a')).toMatchObject({ link });
  expect(await operator.run('unlinkNode', { node: 'a' })).toMatchObject({ name: 'a', link: null });
  expect(await auditLines()).toEqual([{ actor_kind: 'operator', action: 'unlinkNode', details: { name: 'a', ...link } }]);
  await expect(operator.run('unlinkNode', { node: 'a' })).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(operator.run('unlinkNode', { node: 'b' })).rejects.toThrow('Node b does not exist.');
});

test('a worker may write links and not delete them, and the API sees none', async () => {
  const link = { nodeId, address: '10.0.0.5:7443', certificate: 'cd'.repeat(32) };
  const [worker, api] = [WORKER_ROLE, API_ROLE].map((role) => openDatabase({ url: asRole(lab.url, role), max: 1 }));
  if (!worker || !api) return expect.fail('no connection');
  try {
    await recordNodeLink(worker.db, link);
    await recordNodeLink(worker.db, { ...link, address: '10.0.0.6:7443' });
    expect(await findLinkOfCertificate(worker.db, link.certificate)).toMatchObject({ node: 'a', address: '10.0.0.6:7443' });
    await expect(worker.db.deleteFrom('node_links').execute()).rejects.toThrow('permission denied');
    await expect(listNodeLinks(api.db)).rejects.toThrow('permission denied');
  } finally {
    await worker.close();
    await api.close();
  }
});

test('a new node starts with a default overcommitment, which the operator can change', async () => {
  const machine = { name: 'new', engine: 'simulated', accelerator: '', accelerator_why: '' };
  const sizes = { vcpus_total: 2, memory_mb_total: 1024, disk_gb_total: 10 };
  const register = () => registerNode(lab.db, { ...machine, ...sizes }, { vcpus_overcommit: 4 });
  await register();
  expect(await showNode('new')).toMatchObject({ vcpus: { measured: 2, setting: null, overcommit: 4, total: 8 } });
  await setNode('new', { overcommit_vcpus: 2 });
  await register();
  expect(await showNode('new')).toMatchObject({ vcpus: { total: 4 } });
});

test('addNode registers a host that offers nothing until its worker has measured it, and keeps its settings', async () => {
  const added = await operator.run('addNode', { node: 'second' });
  expect(added).toMatchObject({ name: 'second', state: 'active', engine: '', seen_at: null, vcpus: { total: 0, overcommit: 4 } });
  expect(added.warnings).toEqual([expect.stringContaining('./innkeeper worker --node second')]);
  await setNode('second', { capacity_memory: 1, overcommit_disk: 2 });
  const measured = { vcpus_total: 8, memory_mb_total: 32_768, disk_gb_total: 100, engine: 'qemu', accelerator: 'kvm' };
  await updateMeasured(lab.db, { name: 'second', accelerator_why: 'proven', ...measured });
  await markSeen(lab.db, added.id, new Date());
  const seen = await showNode('second');
  expect(seen).toMatchObject({ engine: 'qemu', warnings: [expect.stringContaining('Disk: offered 200 GB')] });
  expect(seen.vcpus).toMatchObject({ measured: 8, total: 32 });
  expect(seen.memory_mb).toMatchObject({ measured: 32_768, setting: 1024, total: 1024 });
  expect(seen.disk_gb).toMatchObject({ measured: 100, overcommit: 2, total: 200 });

  await expect(operator.run('addNode', { node: 'second' })).rejects.toMatchObject({
    details: { errors: { node: ['Node second already exists.'] } },
  });
  for (const node of ['', 'Second', '-b', 'b/../c', 'b'.repeat(41)])
    await expect(operator.run('addNode', { node })).rejects.toThrow('Must have 1 to 40 lower-case letters');
  const lines = await lab.db.selectFrom('audit_log').select(['action', 'details']).where('resource_id', '=', added.id).execute();
  expect(lines).toContainEqual({ action: 'addNode', details: { name: 'second' } });
});
