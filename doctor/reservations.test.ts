import { reserveCapacity } from '@innkeeper/db/tables/nodes';
import { type NewServer, updateServer } from '@innkeeper/db/tables/servers';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { givenTaxJson } from '@innkeeper/lab/given-tax';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

let place: DoctorLab;
let accountId: number;
beforeEach(async () => {
  place = await openDoctorLab();
  ({ accountId } = await givenAccount(place.db));
});
afterEach(() => place.close());

const server = async (fields: Partial<Parameters<typeof givenServer>[1]> = {}) => {
  const id = await givenServer(place.db, { accountId, node_id: place.nodeId, ...fields });
  if (fields.status === undefined) await givenMachine(place.engine, id, place.db);
  return id;
};
const set = (id: number, fields: Partial<NewServer>) => updateServer(place.db, id, fields);

async function orderFor(serverId: number, status: 'awaiting_payment' | 'cancelled'): Promise<void> {
  const money = { net: 100n, vat: 20n, gross: 120n };
  const { id } = await place.db
    .insertInto('orders')
    .values({ account_id: accountId, type: 'new-service', status, tax: givenTaxJson(), ...money, payment_method: 'balance' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const line = { order_id: id, position: 0, label: 'x', service_type: 'server', service_id: serverId, billing_cycle: 1 };
  await place.db
    .insertInto('order_lines')
    .values({ ...line, ...money, list_net: money.net, explanation: '[]' })
    .execute();
}

test('unpaid, deploying and active servers hold what they need', async () => {
  await server();
  await orderFor(await server({ status: 'awaiting_payment', power: 'absent' }), 'awaiting_payment');
  const id = await server({ status: 'processing', power: 'absent' });
  await place.underWay('server.deploy', { id, account_id: accountId }, { orderId: 1, lineId: 1 });
  expect(await place.findings()).toEqual({});
});

test.each([
  ['server.move', { key: 'a.qcow2' }],
  ['server.migrate', { leaveCopies: false }],
] as const)('a server that moves by %s holds its capacity on both nodes', async (kind, rest) => {
  const id = await givenServer(place.db, { accountId, node_id: place.otherNodeId });
  const nano = { vcpus: 1, dedicatedVcpus: 0, memoryMb: 1_024, diskGb: 10 };
  await reserveCapacity(place.db, place.nodeId, nano);
  expect((await place.findings()).capacity).toContain('vCPUs of node');
  const input = { from: place.nodeId, to: place.otherNodeId, ...rest } as never;
  await place.underWay(kind, { id, account_id: accountId }, input);
  expect((await place.findings()).capacity).toBeUndefined();
});

test('finds capacity that is held without an order or server', async () => {
  const never = await server({ status: 'awaiting_payment', power: 'absent' });
  const cancelled = await server({ status: 'awaiting_payment', power: 'absent' });
  await orderFor(cancelled, 'cancelled');
  const unbuilt = await server({ status: 'processing', power: 'absent' });
  const { reservations } = await place.findings();
  expect(reservations).toBe(
    'hold capacity without a reason, or hold none although they need it: ' +
      `server ${never} (waits for payment without an order), server ${cancelled} (waits for payment without an order), ` +
      `server ${unbuilt} (is not built by a workflow)`,
  );
});

test('finds an active server that holds nothing, and the resulting wrong count', async () => {
  const id = await server();
  await set(id, { holds_capacity: false });
  const { reservations, capacity } = await place.findings();
  expect(reservations).toContain(`server ${id} (holds no capacity)`);
  expect(capacity).toMatch(
    /^differs from the sum of its servers and files: vCPUs of node this-node \(1 counted, 0 held\), MB of memory .*, GB of disk /,
  );
});

test('counts what a scaling holds, also after its disk has grown', async () => {
  const id = await server();
  const row = await place.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const from = { vcpus: row.vcpus, memoryMb: row.memory_mb, diskGb: row.disk_gb, dedicated: false };
  const held = { vcpus: 1, dedicatedVcpus: 0, memoryMb: 512, diskGb: 20 };
  await reserveCapacity(place.db, place.nodeId, held);
  const { capacity } = await place.findings();
  expect(capacity).toContain('vCPUs of node this-node (2 counted, 1 held)');
  const to = { ...from, diskGb: from.diskGb + 20, planId: 1, networkSpeedMbps: 1, bandwidthTb: 1, renewPrice: '1' };
  const input = { wasOff: false, from, to, held, orderId: 1, lineId: 1, refunds: [] };
  await place.underWay('server.scale', { id, account_id: accountId }, input);
  expect(await place.findings()).toEqual({});
  await set(id, { disk_gb: row.disk_gb + 20 });
  expect(await place.findings()).toEqual({});
});

test('finds addresses of ended servers, accounts without a server, and servers of others', async () => {
  const [over, theirs] = [await server(), await server()];
  await set(over, { status: 'terminated', power: 'absent', holds_capacity: false });
  const other = await givenAccount(place.db);
  const take = (where: string) =>
    sql<{ address: string }>`update ip_addresses set account_id = ${other.accountId}
      where id = (select min(id) from ip_addresses where ${sql.raw(where)}) returning host(address) as address`.execute(place.db);
  const [ofNone] = (await take('account_id is null')).rows;
  const [ofOther] = (await take(`server_id = ${theirs}`)).rows;
  const { addresses = '' } = await place.findings();
  expect(addresses).toContain(`(server ${over} has ended)`);
  expect(addresses).toContain(`${ofNone?.address} (account ${other.accountId})`);
  expect(addresses).toContain(`${ofOther?.address} (server ${theirs} belongs to another account)`);
  expect(addresses.match(/\(/g)).toHaveLength(3);
});

test('ignores the address of an ended server while a workflow releases it', async () => {
  const id = await givenServer(place.db, { accountId, node_id: place.nodeId });
  await set(id, { status: 'terminated', power: 'absent', holds_capacity: false });
  expect((await place.findings()).addresses).toContain(`server ${id} has ended`);
  await place.underWay('server.stop', { id, account_id: accountId }, {});
  expect(await place.findings()).not.toHaveProperty('addresses');
});

test('ignores what other nodes hold', async () => {
  await server({ node_id: place.otherNodeId, status: 'awaiting_payment', power: 'absent' });
  const over = await server({ node_id: place.otherNodeId });
  await place.engine.compute.destroy(`srv-${over}`);
  await place.engine.network.detach(`srv-${over}`);
  await set(over, { status: 'terminated', power: 'absent', holds_capacity: false });
  expect(await place.findings()).toEqual({});
});

test('counts dedicated vCPUs separately, also during a scaling', async () => {
  const id = await server({ plan: 'dedicated-small' });
  expect(await place.findings()).toEqual({});
  const held = { vcpus: 1, dedicatedVcpus: 0, memoryMb: 0, diskGb: 0 };
  await reserveCapacity(place.db, place.nodeId, held);
  const from = { vcpus: 2, memoryMb: 8192, diskGb: 80, dedicated: true };
  const to = { ...from, vcpus: 1, dedicated: false, planId: 1, networkSpeedMbps: 1, bandwidthTb: 1, renewPrice: '1' };
  const input = { wasOff: false, from, to, held, orderId: 1, lineId: 1, refunds: [] };
  await place.underWay('server.scale', { id, account_id: accountId }, input);
  expect(await place.findings()).toEqual({});
  await set(id, { dedicated_cpu: false });
  expect(await place.findings()).toEqual({});
  await place.db.updateTable('nodes').set({ dedicated_vcpus_used: 1 }).where('id', '=', place.nodeId).execute();
  expect((await place.findings()).capacity).toContain('dedicated vCPUs of node this-node (1 counted, 2 held)');
});
