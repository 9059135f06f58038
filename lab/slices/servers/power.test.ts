import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let id: number;
beforeAll(async () => {
  // The delays are long enough for a second caller to find the lock.
  chain = await openChain({ simulated: { delays: { boot: 150, shutdown: 150 } } });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  id = (await deploy(chain, owner)).body.id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
});
afterAll(() => chain.close());

const press = (operation: 'startServer' | 'stopServer' | 'powerOffServer') =>
  chain.call(operation, { params: { id } }, { token: owner.token });
const restart = () => chain.call('restartServer', { params: { server: id } }, { token: owner.token });
const unlocked = () => chain.serverWhen(id, owner.token, (server) => server.locked === null);
const bootId = async () => (await chain.compute.inspect(`srv-${id}`)).bootId;

test('restartServer reboots a running server; during that, changes get 423 and reads succeed', async () => {
  const before = await bootId();
  const first = await restart();
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ locked: 'true', lock_reason: 'restart' });
  expect(first.body.state).toContain('locked');
  const second = await restart();
  expect(second.status).toBe(423);
  expect(second.body).toMatchObject({ code: 'locked', lock_reason: 'restart' });
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  expect((await chain.call('getServerStatus', { params: { id } }, { token: owner.token })).status).toBe(200);
  expect(await unlocked()).toMatchObject({ state: ['running'] });
  expect(await bootId()).not.toBe(before);
});

test('stopServer shuts the guest down; a second stop does nothing', async () => {
  await press('stopServer');
  expect(await unlocked()).toMatchObject({ state: ['stopped'] });
  const again = await press('stopServer');
  expect(again.body).toMatchObject({ locked: null, state: ['stopped'] });
});

test('restartServer starts a stopped server', async () => {
  await restart();
  expect(await unlocked()).toMatchObject({ state: ['running'] });
});

test('powerOffServer stops the guest at once, and startServer boots it again', async () => {
  await press('powerOffServer');
  expect(await unlocked()).toMatchObject({ state: ['stopped'] });
  expect((await chain.compute.inspect(`srv-${id}`)).power).toBe('stopped');
  await press('startServer');
  expect(await unlocked()).toMatchObject({ state: ['running'] });
  const again = await press('startServer');
  expect(again.body).toMatchObject({ locked: null, state: ['running'] });
});

test('each power action writes an audit line for its request and one for its result', async () => {
  const lines = await chain.db.selectFrom('audit_log').selectAll().where('resource_id', '=', id).orderBy('id').execute();
  expect(lines.map((line) => line.action)).toEqual(
    expect.arrayContaining(['restartServer', 'server.restart.done', 'powerOffServer']),
  );
  expect(lines.find((line) => line.action === 'restartServer')).toMatchObject({ actor_kind: 'token', actor_id: owner.tokenId });
});

test.each([
  ['suspended', 'This server is suspended'],
  ['terminated', 'This server is terminated'],
  ['awaiting_payment', 'its order is unpaid'],
] as const)('a server that is %s has no power actions', async (status, sentence) => {
  const other = await givenServer(chain.db, { accountId: owner.accountId, status, power: 'absent' });
  const answer = await chain.call('restartServer', { params: { server: other } }, { token: owner.token });
  expect(answer.status).toBe(422);
  expect(answer.body.code).toBe('wrong_state');
  expect(answer.body.message).toContain(sentence);
});

test('a guest that shuts itself down becomes stopped and is not restarted', async () => {
  await chain.compute.injectFault(`srv-${id}`, 'poweroff');
  await chain.serverWhen(id, owner.token, (server) => server.state.includes('stopped'));
  const alerts = await chain.db.selectFrom('operator_alerts').selectAll().where('resource_id', '=', id).execute();
  expect(alerts).toEqual([]);
});

test('if a guest does not start, the server is stopped and unlocked, and an alert is open', async () => {
  const broken = await openChain({
    simulated: {
      fail: (act) => {
        if (act === 'start') throw new Error('no such luck');
      },
    },
  });
  await givenNode(broken.db);
  const account = await givenAccount(broken.db);
  const server = await givenServer(broken.db, { accountId: account.accountId, power: 'stopped' });
  await broken.call('startServer', { params: { id: server } }, { token: account.token });
  const ended = await broken.serverWhen(server, account.token, (one) => one.locked === null);
  expect(ended.state).not.toContain('running');
  await broken.close();
});
