import { changeSimulated, readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer, givenSshKey } from '../../given.ts';
import { movingClock } from '../../torture/moving-clock.ts';
import { deploy } from '../given-deploy.ts';

const clock = movingClock();
let chain: Chain;
let owner: GivenAccount;
let id: number;
let serverKey: { id: number; publicKey: string };
beforeAll(async () => {
  chain = await openChain({ clock });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  serverKey = await givenSshKey(chain.db, { accountId: owner.accountId });
});
afterAll(() => chain.close());
beforeEach(async () => {
  id = (await deploy(chain, owner, { ssh_keys: [serverKey.id] })).body.id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
});

const enable = (body?: object) => chain.call('enableServerRescue', { params: { id }, body }, { token: owner.token });
const disable = () => chain.call('disableServerRescue', { params: { id } }, { token: owner.token });
const unlocked = () => chain.serverWhen(id, owner.token, (server) => server.locked === null);
const machine = () => readSimulated(chain.home, `srv-${id}`);
const press = async (operation: 'startServer' | 'stopServer') => {
  await chain.call(operation, { params: { id } }, { token: owner.token });
  return unlocked();
};

test("enableServerRescue boots the rescue system with the server's keys, and does not change its disk", async () => {
  const before = await machine();
  const answer = await enable();
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ lock_reason: 'enable-rescue' });
  expect(await unlocked()).toMatchObject({ state: ['running', 'rescue'] });
  const after = await machine();
  expect(after).toMatchObject({ bootedFrom: 'rescue', rescued: { sshKeys: [serverKey.publicKey], passwordHash: null } });
  expect(after.disk).toEqual(before.disk);
  const status = await chain.call('getServerStatus', { params: { id } }, { token: owner.token });
  expect(status.body.rescue_mode).toBe(true);
});

test('uses given password and keys, and stores no plain text of the password', async () => {
  const key = await givenSshKey(chain.db, { accountId: owner.accountId, name: 'rescue' });
  await enable({ password: 'only for rescue', ssh_keys: [key.id] });
  await unlocked();
  const { rescued } = await machine();
  expect(rescued?.sshKeys).toEqual([key.publicKey]);
  expect(rescued?.passwordHash).toMatch(/^\$6\$/);
  const rows = await Promise.all([
    chain.db.selectFrom('servers').selectAll().execute(),
    chain.db.selectFrom('workflows').selectAll().execute(),
    chain.db.selectFrom('audit_log').selectAll().execute(),
  ]);
  const dump = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(dump).not.toContain('only for rescue');
});

test('disableServerRescue boots the disk again', async () => {
  await enable();
  await unlocked();
  expect((await disable()).body).toMatchObject({ lock_reason: 'disable-rescue' });
  expect(await unlocked()).toMatchObject({ state: ['running'] });
  expect(await machine()).toMatchObject({ bootedFrom: 'disk', rescue: null, rescued: null });
});

test('power actions boot the rescue system until rescue mode is disabled', async () => {
  await enable();
  await unlocked();
  expect((await press('stopServer')).state).toEqual(['stopped', 'rescue']);
  expect((await press('startServer')).state).toEqual(['running', 'rescue']);
  expect((await machine()).bootedFrom).toBe('rescue');
});

test('changes made in rescue mode apply to the disk afterwards', async () => {
  await enable();
  await unlocked();
  await chain.call(
    'updateServerHostname',
    { params: { id }, body: { hostname: 'after-rescue', reboot: true } },
    { token: owner.token },
  );
  expect(await unlocked()).toMatchObject({ hostname: 'after-rescue', state: ['running', 'rescue'] });
  await press('stopServer');
  await press('startServer');
  await disable();
  await unlocked();
  expect((await machine()).disk.hostname).toBe('after-rescue');
});

test("if the disk's system does not answer, the server is running, unreachable, and no longer in rescue mode", async () => {
  await enable();
  await unlocked();
  await changeSimulated(chain.home, `srv-${id}`, (there) => ({ ...there, disk: { ...there.disk, bootable: false } }));
  await disable();
  await vi.waitUntil(async () => {
    // After 10 s the poll interval is so long that the worker releases the workflow between two polls. The workflow then seems to have run
    // for long.
    clock.pass(seconds(2));
    await chain.db
      .updateTable('workflows')
      .set({ spent_ms: minutes(6) })
      .where('kind', '=', 'server.disable-rescue')
      .where('state', '=', 'queued')
      .where('step', '=', 'wait')
      .execute();
    const { body } = await chain.call('getServer', { params: { id } }, { token: owner.token });
    return body.locked === null;
  }, 20_000);
  expect(await unlocked()).toMatchObject({ state: ['running', 'unreachable'] });
  expect((await machine()).power).toBe('running');
});

test('refuses enabling twice, disabling twice and other wrong states', async () => {
  expect((await disable()).body).toMatchObject({ code: 'wrong_state', message: 'This server is not in rescue mode.' });
  await enable();
  await unlocked();
  expect((await enable()).body).toMatchObject({ code: 'wrong_state', message: 'This server is already in rescue mode.' });
  const suspended = await givenServer(chain.db, { accountId: owner.accountId, status: 'suspended' });
  const answer = await chain.call('enableServerRescue', { params: { id: suspended } }, { token: owner.token });
  expect(answer.body).toMatchObject({ code: 'wrong_state' });
});

test('refuses rescue mode that nobody could log in to, with an error at the field', async () => {
  const answer = await enable({ ssh_keys: [] });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(['password']);
  const otherCustomer = await givenAccount(chain.db);
  const theirs = await givenSshKey(chain.db, { accountId: otherCustomer.accountId });
  expect((await enable({ ssh_keys: [theirs.id] })).status).toBe(403);
});
