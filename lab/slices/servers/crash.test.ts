/** Tests that a crashed guest is restarted a few times, and that its owner is notified. Time passes only by the clock of the test. */

import { openAlerts } from '@innkeeper/db/tables/alerts';
import { startCrashed } from '@innkeeper/jobs/watch/start-crashed';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { deploy } from '../given-deploy.ts';

let passed = 0;
const clock = { now: () => new Date(Date.now() + passed) };
let unresponsive = false;
let chain: Chain;
let owner: GivenAccount;
let id: number;
beforeAll(async () => {
  chain = await openChain({ clock, simulated: { unresponsive: () => unresponsive } });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(() => chain.close());
beforeEach(async () => {
  unresponsive = false;
  id = (await deploy(chain, owner)).body.id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active' && server.locked === null);
});

const crash = () => chain.compute.injectFault(`srv-${id}`, 'crash');
const power = async () => (await chain.compute.inspect(`srv-${id}`)).power;
const press = (operation: 'startServer' | 'stopServer' | 'powerOffServer') =>
  chain.call(operation, { params: { id } }, { token: owner.token });
type Body = Parameters<Parameters<Chain['serverWhen']>[2]>[0];
const when = (until: (server: Body) => boolean) => chain.serverWhen(id, owner.token, until);
const starts = async () =>
  (await chain.db.selectFrom('servers').select('crash_starts').where('id', '=', id).executeTakeFirstOrThrow()).crash_starts
    .length;
/** Resolves when the server runs after its `n`-th start. */
const startedAgain = async (n: number) => {
  await vi.waitUntil(async () => (await starts()) === n, { timeout: 10_000 });
  return when((server) => server.locked === null && server.state.includes('running'));
};
const crashSeen = () => when((server) => server.locked === null && server.state.includes('stopped'));
/** Runs the watch once and asserts that it starts no workflow. */
const staysOff = async () => {
  const before = await starts();
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  await startCrashed({ ...givenJobCx(chain.db, { clock }), engine: chain.engine, log: quiet });
  expect([await starts(), await power()]).toEqual([before, expect.stringMatching(/crashed|stopped/)]);
};
const alerts = async () => (await openAlerts(chain.db)).filter((alert) => alert.resource_id === id).map(({ kind }) => kind);

test('a crashed guest is started again, and its server, operations and events say so', async () => {
  await crash();
  const server = await startedAgain(1);
  expect(server).toMatchObject({
    state: ['running'],
    status_reason: expect.stringMatching(/^The server crashed at \d{4}-\d\d-\d\d \d\d:\d\d UTC and was started again\.$/),
  });
  const operations = await chain.call('listServerOperations', { params: { id } }, { token: owner.token });
  expect(operations.body.data[0]).toMatchObject({ kind: 'start-after-crash', state: 'done' });
  const events = await chain.db
    .selectFrom('events')
    .select('data')
    .where('resource_kind', '=', 'server')
    .where('resource_id', '=', id)
    .execute();
  const changes = events.map(({ data }) => data as { power: string; status_reason: string | null });
  expect(changes).toContainEqual(
    expect.objectContaining({
      power: 'crashed',
      status_reason: expect.stringMatching(/crashed at .* and is being started again\.$/),
    }),
  );
  expect(await alerts()).toEqual([]);
});

test('after three starts in ten minutes it stays off with an open alert, until its owner starts it', async () => {
  await crash();
  await startedAgain(1);
  await crash();
  expect((await crashSeen()).status_reason).toContain('is being started again');
  await staysOff();
  passed += seconds(31);
  await startedAgain(2);
  await crash();
  await crashSeen();
  passed += seconds(31);
  await staysOff();
  passed += minutes(2);
  await startedAgain(3);
  await crash();
  expect((await crashSeen()).status_reason).toMatch(/^The server crashed 4 times in 10 minutes, last at .*, and stays off\./);
  expect(await alerts()).toEqual(['server_crashed']);
  passed += minutes(60);
  await staysOff();

  await press('startServer');
  expect(await when((server) => server.locked === null)).toMatchObject({ state: ['running'], status_reason: null });
  await crash();
  await startedAgain(1);
  expect(await alerts()).toEqual([]);
});

test('a crashed guest that its owner powers off before its next start stays off', async () => {
  await crash();
  await startedAgain(1);
  await crash();
  await crashSeen();
  await press('powerOffServer');
  expect(await when((server) => server.locked === null)).toMatchObject({ state: ['stopped'], status_reason: null });
  passed += minutes(5);
  await staysOff();
  expect(await power()).toBe('stopped');
});

test('a guest that crashes while it shuts down counts as stopped', async () => {
  unresponsive = true;
  await press('stopServer');
  await crash();
  expect(await when((server) => server.locked === null)).toMatchObject({ state: ['stopped'], status_reason: null });
  await staysOff();
  expect(await power()).toBe('stopped');
});

test('a guest that crashes in each boot is restarted only a limited number of times', async () => {
  // The guest crashes before each boot completes.
  const unwatch = chain.compute.watch(({ machineId, kind }) => {
    if (machineId === `srv-${id}` && kind === 'started') void crash().catch(() => undefined);
  });
  await crash();
  for (const pause of [0, seconds(31), minutes(3)]) {
    passed += pause;
    const before = await starts();
    await vi.waitUntil(async () => (await starts()) === before + 1, { timeout: 10_000 });
    await crashSeen();
  }
  await vi.waitUntil(async () => (await alerts()).includes('server_crashed'), { timeout: 10_000 });
  expect((await crashSeen()).status_reason).toContain('stays off');
  unwatch();
});
