import { changeSimulated, readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { limitBandwidth } from '@innkeeper/jobs/limit-bandwidth';
import { purgeMetrics } from '@innkeeper/jobs/purge-metrics';
import { sampleUsage } from '@innkeeper/jobs/watch/sample-usage';
import { type Bucket, packBucket } from '@innkeeper/model/servers/metrics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenUsage } from '../../given-usage.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(() => chain.close());

const as = () => ({ token: owner.token });
const metrics = (id: number, query = {}) => chain.call('getServerMetrics', { params: { id }, query }, as());
const bandwidth = (id: number, query = {}) => chain.call('getServerBandwidth', { params: { id }, query }, as());
const unix = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

const bucket = (at: string, fields: Partial<Bucket> = {}): Buffer =>
  packBucket({
    ...{ at: new Date(at), running: true, cpu: 0, netIn: 0, netOut: 0, read: 0, written: 0, diskBytes: 0 },
    ...fields,
  });

async function keep(server_id: number, ...buckets: readonly (readonly [day: string, packed: Buffer])[]): Promise<void> {
  for (const [day, packed] of buckets)
    await chain.db.insertInto('server_metrics').values({ server_id, day, buckets: packed }).execute();
}

test('getServerMetrics shows the buckets of a month, newest first, in the documented units', async () => {
  const id = await givenServer(chain.db, { accountId: owner.accountId });
  await keep(
    id,
    ['2024-01-31', bucket('2024-01-31T23:55:00Z')],
    [
      '2024-02-01',
      Buffer.concat([bucket('2024-02-01T00:00:00Z', { running: false }), bucket('2024-02-01T00:05:00Z', { cpu: 12.5 })]),
    ],
    [
      '2024-02-29',
      bucket('2024-02-29T23:55:00Z', { netIn: 2_500_000, netOut: 1_000, read: 5e6, written: 1e6, diskBytes: 3 * 2 ** 30 }),
    ],
    ['2024-03-01', bucket('2024-03-01T00:00:00Z')],
  );
  const { status, body } = await metrics(id, { 'filter[month]': 2, 'filter[year]': 2024 });
  expect(status).toBe(200);
  const idle = { running: true, cpu: 0, network_in: 0, network_out: 0, disk: 0, io_read: 0, io_write: 0 };
  expect(body.data).toEqual([
    { ...idle, timestamp: unix('2024-02-29') + 86_100, network_in: 2.5, network_out: 0.001, disk: 3, io_read: 5, io_write: 1 },
    { ...idle, timestamp: unix('2024-02-01') + 300, cpu: 12.5 },
    { ...idle, timestamp: unix('2024-02-01'), running: false },
  ]);
  expect((await metrics(id)).body).toEqual({ data: [] });
  expect((await metrics(id, { 'filter[month]': 13 })).body.errors).toEqual({ 'filter[month]': [expect.any(String)] });
});

test('getServerMetrics averages a period over longer steps, from the bucket of its start up to its end', async () => {
  const id = await givenServer(chain.db, { accountId: owner.accountId });
  const at = (minute: number) => new Date(Date.parse('2024-05-01T00:00:00Z') + minute * 60_000).toISOString();
  await keep(
    id,
    ['2024-04-30', bucket('2024-04-30T23:55:00Z', { cpu: 90 })],
    [
      '2024-05-01',
      Buffer.concat([
        bucket(at(0), { cpu: 10, netIn: 4_000_000, diskBytes: 2 * 2 ** 30 }),
        bucket(at(5), { cpu: 20, running: false, netIn: 2_000_000, diskBytes: 4 * 2 ** 30 }),
        bucket(at(30), { cpu: 50, running: false }),
        bucket(at(60), { cpu: 70 }),
      ]),
    ],
  );
  const day = unix('2024-05-01');
  const period = { 'filter[start]': day + 60, 'filter[end]': day + 3_600 };
  const averaged = (await metrics(id, { ...period, step: 1_800 })).body.data;
  const idle = { running: true, network_in: 0, network_out: 0, disk: 0, io_read: 0, io_write: 0 };
  expect(averaged).toEqual([
    { ...idle, timestamp: day + 1_800, running: false, cpu: 50 },
    { ...idle, timestamp: day, cpu: 15, network_in: 3, disk: 3 },
  ]);
  const timestamps = async (query: object) =>
    (await metrics(id, query)).body.data.map((one: { timestamp: number }) => one.timestamp);
  expect(await timestamps(period)).toEqual([day + 1_800, day + 300, day]);
  expect(await timestamps({ ...period, 'filter[start]': day - 86_400, step: 86_400 })).toEqual([day, day - 86_400]);
  expect(await timestamps({ 'filter[start]': Math.floor(Date.now() / 1000) - 86_400 })).toEqual([]);
});

test.each([
  ['filter[start]', { 'filter[start]': 2_000, 'filter[end]': 1_000 }],
  ['filter[start]', { 'filter[start]': 0, 'filter[end]': 401 * 86_400 }],
  ['filter[start]', { 'filter[start]': 0, 'filter[month]': 1 }],
  ['filter[end]', { 'filter[end]': 1_000, 'filter[year]': 2026 }],
  ['step', { step: 300, 'filter[month]': 1 }],
  ['step', { step: 60 }],
  ['step', { 'filter[start]': 0, 'filter[end]': 2_001 * 300, step: 300 }],
  ['filter[end]', { 'filter[end]': 'x' }],
])('getServerMetrics refuses %s in %j', async (name, query) => {
  const id = await givenServer(chain.db, { accountId: owner.accountId });
  const { status, body } = await metrics(id, query);
  expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
});

test('getServerBandwidth shows every day of the range on which the server existed, and the cycle', async () => {
  const created_at = new Date('2026-01-30T12:00:00Z');
  const activated_at = new Date(Date.now() - 10 * 86_400_000);
  const id = await givenServer(chain.db, { accountId: owner.accountId, created_at, activated_at });
  const day = (name: string, in_bytes: bigint) => ({ server_id: id, day: name, in_bytes, out_bytes: 2n * in_bytes });
  await chain.db
    .insertInto('server_traffic')
    .values([day('2026-01-30', 1_500_000_000n), day('2026-02-01', 2_000n)])
    .execute();
  await givenUsage(chain.db, id, { cycle_bytes: 1_234_000_000n });
  const range = { 'filter[start]': unix('2026-01-01'), 'filter[end]': unix('2026-02-01') };
  expect((await bandwidth(id, range)).body).toEqual({
    limit: 1000,
    used: 1.234,
    daily_usage: [
      { timestamp: unix('2026-01-30'), incoming: 1.5, outgoing: 3 },
      { timestamp: unix('2026-01-31'), incoming: 0, outgoing: 0 },
      { timestamp: unix('2026-02-01'), incoming: 0.000002, outgoing: 0.000004 },
    ],
  });
  // The days of the billing cycle, which began on the day of activation.
  expect((await bandwidth(id, { 'filter[start]': '', 'filter[end]': '' })).body.daily_usage).toHaveLength(11);
  const backwards = await bandwidth(id, { 'filter[start]': 200_000_000, 'filter[end]': 100_000_000 });
  expect(backwards).toMatchObject({ status: 422, body: { errors: { 'filter[start]': [expect.any(String)] } } });
  expect(
    (await bandwidth(id, { 'filter[start]': unix('2020-01-01'), 'filter[end]': unix('2020-02-01') })).body.daily_usage,
  ).toEqual([]);
});

test('of two workers that sample at the same time one counts, and no sample counts twice', async () => {
  const id = (await deploy(chain, owner)).body.id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
  const options = { ...givenJobCx(chain.db), engine: chain.engine, log: QUIET };
  const used = (netInBytes: number, netOutBytes: number) =>
    changeSimulated(chain.home, `srv-${id}`, (machine) => ({ ...machine, used: { ...machine.used, netInBytes, netOutBytes } }));
  await used(1_000_000, 500_000);
  await Promise.all([sampleUsage(options), sampleUsage(options)]);
  await used(3_000_000, 800_000);
  await Promise.all([sampleUsage(options), sampleUsage(options)]);
  const { body } = await bandwidth(id);
  expect(body.used).toBe(0.0038);
  expect(body.daily_usage.at(-1)).toMatchObject({ incoming: 0.003, outgoing: 0.0008 });
});

test('a server over its traffic limit is taken off the network until the next cycle', async () => {
  const id = (await deploy(chain, owner)).body.id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
  const sweep = () => limitBandwidth(givenJobCx(chain.db));
  await givenUsage(chain.db, id, { cycle_bytes: 1_000_000_000_000n });
  expect(await sweep()).toBe(0);
  await givenUsage(chain.db, id, { cycle_bytes: 1_000_000_000_001n });
  expect(await sweep()).toBe(1);
  const off = await chain.serverWhen(
    id,
    owner.token,
    (server) => server.locked === null && server.state.includes('network_suspended'),
  );
  expect(off.state).toContain('running');
  expect((await readSimulated(chain.home, `srv-${id}`)).linkUp).toBe(false);
  const { body: status } = await chain.call('getServerStatus', { params: { id } }, as());
  expect(status.network_suspended).toBe(true);
  expect(await sweep()).toBe(0);
  const image = await chain.db.selectFrom('servers').select('image_id').where('id', '=', id).executeTakeFirstOrThrow();
  const acts = [
    () => chain.call('restartServer', { params: { server: id } }, as()),
    () => chain.call('reinstallServer', { params: { id }, body: image }, as()),
  ];
  for (const act of acts) {
    expect(await act()).toMatchObject({ status: 200, body: { locked: 'true' } });
    await chain.serverWhen(id, owner.token, (server) => server.locked === null);
    expect((await readSimulated(chain.home, `srv-${id}`)).linkUp).toBe(false);
  }
  const ofSweep = chain.db.selectFrom('audit_log').select('action').where('resource_id', '=', id).where('actor_kind', '=', 'job');
  expect(await ofSweep.execute()).toEqual([{ action: 'server.suspend-network' }]);
  await givenUsage(chain.db, id, { cycle_bytes: 9_000_000_000_000n, cycle_began_at: new Date('2026-01-01') });
  expect(await sweep()).toBe(1);
  await chain.serverWhen(id, owner.token, (server) => server.locked === null && !server.state.includes('network_suspended'));
  expect((await readSimulated(chain.home, `srv-${id}`)).linkUp).toBe(true);
});

test('metrics are purged after 400 days', async () => {
  const id = await givenServer(chain.db, { accountId: owner.accountId });
  await keep(id, ['2024-01-31', bucket('2024-01-31T00:00:00Z')], ['2025-11-01', bucket('2025-11-01T00:00:00Z')]);
  await purgeMetrics(givenJobCx(chain.db, { clock: { now: () => new Date('2026-11-20') } }));
  const left = await chain.db.selectFrom('server_metrics').select('day').where('server_id', '=', id).execute();
  expect(left).toHaveLength(1);
});

const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
