import { addPool } from '@innkeeper/db/seed/add-pool';
import { assignAddress, freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

const NOW = new Date('2026-01-31T12:00:00Z');
const hours = (n: number) => new Date(NOW.getTime() + n * 3_600_000);

let lab: TestDatabase;
let operator: Operator;
let accountId: number;
let nodeId: number;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({ db: lab.db, clock: { now: () => NOW } });
  accountId = (await givenAccount(lab.db)).accountId;
  nodeId = await givenNode(lab.db);
});
afterAll(() => lab.close());

const refusal = async (name: 'addPool' | 'setPool', input: Record<string, unknown>) => {
  const error = await operator.run(name, input).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return (error as { details?: { errors?: unknown } })?.details?.errors ?? String(error);
};
const server = (node = nodeId) => givenServer(lab.db, { accountId, node_id: node, address: false });
const take = (serverId: number, version: 4 | 6 = 4, now = NOW) =>
  assignAddress(lab.db, { version, accountId, serverId, nodeId, now });

test('addPool creates the addresses of a network, and refuses invalid ones at the right field', async () => {
  const added = await operator.run('addPool', { pool: 'a', cidr: '10.1.0.0/28', excluded: ['10.1.0.8/30'], rest_hours: 0.5 });
  expect(added).toMatchObject({
    gateway: '10.1.0.1',
    node: null,
    uses: 'both',
    ddos_protected: false,
    state: 'active',
    rest_hours: 0.5,
  });
  expect(added.usage).toEqual({ total: 13, used: 0, resting: 0, excluded: 4, free: 9 });

  const refused: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ cidr: '10.1.0.0/24' }, { cidr: ['The network overlaps the pool a, 10.1.0.0/28.'] }],
    [{ cidr: '10.2.0.1/24' }, { cidr: [expect.stringContaining('without host bits')] }],
    [{ cidr: '10.2.0.0' }, { cidr: [expect.stringContaining('Must be a network')] }],
    [{ cidr: '10.0.0.0/8' }, { cidr: ['An IPv4 network must be from /16 to /30.'] }],
    [{ cidr: '2001:db8::/65' }, { cidr: ['An IPv6 network must be from /16 to /64.'] }],
    [{ gateway: '10.3.0.1' }, { gateway: ['Must be an address in 10.2.0.0/24, neither its first nor its last.'] }],
    [{ gateway: '10.2.0.255' }, { gateway: [expect.stringContaining('neither its first nor its last')] }],
    [{ gateway: 'fe80::1' }, { gateway: ['Must be an IPv4 address.'] }],
    [{ cidr: '2001:db8::/48', gateway: '2001:db8::1' }, { gateway: [expect.stringContaining('link-local')] }],
    [{ excluded: ['10.2.0.7', '10.3.0.0/30'] }, { 'excluded.1': ['Must be an address or a network in 10.2.0.0/24.'] }],
    [{ node: 'nowhere' }, { node: ['Node nowhere does not exist.'] }],
    [{ pool: 'a' }, { pool: ['Pool a already exists, with the network 10.1.0.0/28.'] }],
  ];
  for (const [input, errors] of refused)
    expect(await refusal('addPool', { pool: 'b', cidr: '10.2.0.0/24', ...input }), JSON.stringify(input)).toEqual(errors);
});

test('showPool and listPools count used, quarantined, excluded and free addresses', async () => {
  await operator.run('drainPool', { pool: 'default' });
  const [one, two] = [await server(), await server()];
  await take(one);
  await take(two);
  await freeAddresses(lab.db, two, NOW);
  const usage = { total: 13, used: 1, resting: 1, excluded: 4, free: 7 };
  expect((await operator.run('showPool', { pool: 'a' })).usage).toEqual(usage);
  await lab.db.transaction().execute((trx) => addPool(trx, { name: 'six', cidr: '2001:db8::/48', excluded: ['2001:db8::/56'] }));
  expect(await take(one, 6)).toMatchObject({ address: '2001:db8:0:100::1' });
  const { data } = await operator.run('listPools');
  expect(data.find(({ name }) => name === 'six')?.usage).toEqual({
    total: 65536,
    used: 1,
    resting: 0,
    excluded: 256,
    free: 65279,
  });
  expect(data.find(({ name }) => name === 'a')?.usage).toEqual(usage);
});

test('setPool affects new assignments only', async () => {
  const holder = await server();
  const { address } = await take(holder);
  const set = await operator.run('setPool', { pool: 'a', excluded: [address], rest_hours: 2 });
  expect(set.usage).toMatchObject({ used: 2, excluded: 0 });
  await freeAddresses(lab.db, holder, NOW);
  expect((await operator.run('showPool', { pool: 'a' })).usage).toMatchObject({ used: 1, excluded: 1 });
  const other = await givenAccount(lab.db);
  const free = await lab.db.selectFrom('ip_addresses').select('rests_until').where('address', '=', address).executeTakeFirst();
  expect(free?.rests_until).toEqual(hours(2));
  expect((await operator.run('setPool', { pool: 'a', excluded: ['none'], rest_hours: 0 })).usage).toMatchObject({
    excluded: 0,
    resting: 0,
  });
  await expect(
    assignAddress(lab.db, { version: 4, accountId: other.accountId, serverId: holder, nodeId, now: NOW }),
  ).resolves.toBeDefined();
  await freeAddresses(lab.db, holder, NOW);

  const far = await givenNode(lab.db, { name: 'far' });
  expect(far).not.toBe(nodeId);
  expect(await refusal('setPool', { pool: 'a', node: 'far' })).toEqual({
    node: [expect.stringContaining('Servers on other nodes')],
  });
  expect(await operator.run('setPool', { pool: 'a', node: 'node-1' })).toMatchObject({ node: 'node-1' });
  expect(await operator.run('setPool', { pool: 'a', node: 'all' })).toMatchObject({ node: null });
  expect(await refusal('setPool', { pool: 'a' })).toEqual({ body: ['Name at least one change.'] });
  expect(await refusal('setPool', { pool: 'zz', uses: 'both' })).toContain('Pool zz does not exist.');
});

test('drainPool stops assignments, activatePool resumes them, and removePool waits for the last address', async () => {
  await operator.run('drainPool', { pool: 'a' });
  const late = await server();
  await expect(take(late)).rejects.toMatchObject({ code: 'no_capacity' });
  expect(await operator.run('activatePool', { pool: 'a' })).toMatchObject({ state: 'active' });
  const { address } = await take(late);
  await expect(operator.run('removePool', { pool: 'a' })).rejects.toThrow('still has 2 addresses in use');
  expect((await operator.run('showPool', { pool: 'a' })).usage).toMatchObject({ total: 13 });

  const holders = await lab.db
    .selectFrom('ip_addresses')
    .select('server_id')
    .where('version', '=', 4)
    .where('server_id', 'is not', null)
    .execute();
  for (const { server_id } of holders) await freeAddresses(lab.db, server_id ?? 0, hours(1));
  expect(await operator.run('removePool', { pool: 'a' })).toEqual({ name: 'a', cidr: '10.1.0.0/28' });
  await expect(operator.run('showPool', { pool: 'a' })).rejects.toThrow('Pool a does not exist.');
  const { holder } = await operator.run('whoAddress', { address, at: '2026-01-31T12:30:00Z' });
  expect(holder).toMatchObject({ server: late, account: accountId, until: hours(1).toISOString() });
});

test('each change writes an audit line', async () => {
  const lines = await lab.db
    .selectFrom('audit_log')
    .select('action')
    .where('resource_kind', '=', 'ip_pool')
    .orderBy('id')
    .execute();
  const names = ['addPool', 'drainPool', 'setPool', 'setPool', 'setPool', 'setPool', 'drainPool', 'activatePool', 'removePool'];
  expect(lines.map(({ action }) => action)).toEqual(names);
});

test('addPool accepts hours that are inexact in floating point', async () => {
  // 1.1 hours are 3960.0000000000005 s in floating point.
  expect(await operator.run('addPool', { pool: 'odd', cidr: '10.9.0.0/28', rest_hours: 1.1 })).toMatchObject({ rest_hours: 1.1 });
});
