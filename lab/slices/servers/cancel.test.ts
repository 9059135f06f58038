import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { recordHeartbeat } from '@innkeeper/jobs/heartbeat';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { givenJobCx } from '../../given-cx.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { movingClock } from '../../torture/moving-clock.ts';
import { balance, deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
const clock = movingClock();
beforeAll(async () => {
  chain = await openChain({ clock });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
});
afterAll(async () => {
  await expectBooksClean(chain.db);
  await chain.close();
});

const cancel = (id: number, body: object | undefined = {}, token = owner.token) =>
  chain.call('cancelServer', { params: { id }, body }, { token });
const undo = (id: number, token = owner.token) => chain.call('undoCancelServer', { params: { id } }, { token });
const look = () => expireServices(givenJobCx(chain.db, { clock }));
const whenever = (id: number, status: string) =>
  chain.serverWhen(id, owner.token, (server) => server.status === status && server.locked === null);
const linkOf = async (id: number) => (await readSimulated(chain.home, machineIdOf(id))).linkUp;

async function running(): Promise<number> {
  const { id } = (await deploy(chain, owner)).body;
  await whenever(id, 'active');
  return id;
}

test('cancelServer with now suspends the server at once, and terminates it after the grace period', async () => {
  const id = await running();
  const addon = await givenAddon(chain.db, { serverId: id, key: 'bandwidth' });
  const before = await balance(chain, owner);
  expect((await cancel(id, { now: true, reason: 'Done.' })).status).toBe(204);
  const { body } = await chain.call('getServer', { params: { id } }, { token: owner.token });
  expect(body).toMatchObject({ status: 'suspended', cancel_request: { now: 1, reason: 'Done.' } });
  const off = await whenever(id, 'suspended');
  expect(off.state).toEqual(['stopped']);
  expect([(await chain.compute.inspect(machineIdOf(id))).power, await linkOf(id)]).toEqual(['stopped', false]);
  expect((await chain.call('startServer', { params: { id } }, { token: owner.token })).body.code).toBe('wrong_state');
  expect((await cancel(id)).body.code).toBe('wrong_state');

  clock.pass(days(7) - minutes(2));
  expect(await look()).toBe(0);
  clock.pass(minutes(2));
  expect(await look()).toBe(1);
  const ended = await whenever(id, 'terminated');
  expect(ended).toMatchObject({
    ended_at: expect.any(String) as string,
    status_reason: 'The server was cancelled.',
    ip_addresses: [],
  });
  expect((await chain.compute.inspect(machineIdOf(id))).power).toBe('absent');
  const row = await chain.db
    .selectFrom('services')
    .select(['status', 'ended_at'])
    .where('id', '=', addon)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'terminated', ended_at: expect.any(Date) as Date });
  expect(await balance(chain, owner)).toBe(before);
  expect((await undo(id)).body.code).toBe('wrong_state');
  expect(await look()).toBe(0);
  const journal = await chain.db.selectFrom('audit_log').select('action').where('resource_id', '=', id).orderBy('id').execute();
  const actions = journal.filter(({ action }) => /cancel|suspend|terminat/i.test(action)).map(({ action }) => action);
  expect(actions).toEqual([
    'server.suspend',
    'cancelServer',
    'server.suspend.done',
    'server.terminate',
    'server.terminated',
    'server.terminate.done',
  ]);
  await assertInvariants(chain);
});

test('cancelServer without now suspends the server when it expires; undone in time, the server stays active', async () => {
  const [ends, stays] = [await running(), await running()];
  for (const id of [ends, stays]) expect((await cancel(id, undefined)).status).toBe(204);
  expect((await chain.call('getServer', { params: { id: ends } }, { token: owner.token })).body).toMatchObject({
    status: 'active',
    cancel_request: { now: 0, reason: null },
  });
  expect(await look()).toBe(0);
  expect((await undo(stays)).status).toBe(204);
  expect((await undo(stays)).body.code).toBe('wrong_state');
  clock.pass(days(32));
  expect(await look()).toBe(1);
  await whenever(ends, 'suspended');
  expect((await whenever(stays, 'active')).cancel_request).toBeNull();
  // After the expiry, undoing does not restart the server. That requires a paid renewal.
  expect((await undo(ends)).status).toBe(204);
  expect((await cancel(ends)).status).toBe(204);
  clock.pass(days(7) - minutes(2));
  expect(await look()).toBe(0);
  clock.pass(minutes(2));
  expect(await look()).toBe(1);
  await whenever(ends, 'terminated');
});

test('undoCancelServer: a server suspended by its cancellation runs again, on its network', async () => {
  const id = await running();
  await cancel(id, { now: true });
  expect((await undo(id)).body.lock_reason).toBe('suspend');
  await whenever(id, 'suspended');
  expect((await undo(id)).status).toBe(204);
  expect((await whenever(id, 'active')).state).toEqual(['running']);
  expect(await linkOf(id)).toBe(true);
  await assertInvariants(chain);
});

test('nothing is suspended or ended while the API is away, because nobody could undo it', async () => {
  const id = await running();
  await cancel(id);
  clock.pass(days(60));
  await chain.db
    .insertInto('service_beats')
    .values({ service: 'api', beat_at: new Date(clock.now().getTime() - days(1)) })
    .execute();
  expect(await look()).toBe(0);
  await chain.db.updateTable('service_beats').set({ beat_at: clock.now() }).where('service', '=', 'api').execute();
  expect(await look()).toBeGreaterThan(0);
  await chain.db.deleteFrom('service_beats').execute();
  await chain.serverWhen(id, owner.token, (server) => server.status !== 'active' && server.locked === null);
});

test('the owner has the whole grace period, even after a late suspension and outages of the API', async () => {
  const beat = () => recordHeartbeat(givenJobCx(chain.db, { clock }));
  const present = () => chain.db.updateTable('service_beats').set({ beat_at: clock.now() }).execute();
  const afterLook = async () => {
    await look();
    const { status, lock_reason } = (await chain.call('getServer', { params: { id } }, { token: owner.token })).body;
    return lock_reason === 'terminate' || status === 'terminated' ? 'ending' : status;
  };
  await beat();
  const id = await running();
  await cancel(id);
  // No job ran for a month after the expiry.
  clock.pass(days(60));
  await beat();
  expect(await afterLook()).toBe('suspended');
  await whenever(id, 'suspended');
  expect(await afterLook()).toBe('suspended');

  clock.pass(days(1));
  await present();
  clock.pass(days(20));
  expect(await afterLook()).toBe('suspended');
  await beat();
  expect(await afterLook()).toBe('suspended');
  clock.pass(days(6) - minutes(2));
  await present();
  expect(await afterLook()).toBe('suspended');
  clock.pass(minutes(2));
  expect(await afterLook()).toBe('ending');
  await whenever(id, 'terminated');
  await chain.db.deleteFrom('service_beats').execute();
});

test('repeating the cancellation of a suspended server does not restart its grace period', async () => {
  const id = await running();
  await cancel(id);
  clock.pass(days(60));
  await look();
  await whenever(id, 'suspended');
  for (const again of [{}, { now: true }]) {
    clock.pass(days(3));
    expect((await cancel(id, again)).status).toBe(204);
    await look();
    expect((await whenever(id, 'suspended')).locked).toBeNull();
  }
  clock.pass(days(1));
  expect(await look()).toBe(1);
  await whenever(id, 'terminated');
});

test.each([0, 1, 2, 3, 4])(
  'a worker that is frozen for a week after reading its clock %d times terminates nothing',
  async (looks) => {
    const [begun, asked] = [clock.now(), new Date(clock.now().getTime() - days(6))];
    const fields = { status: 'suspended', power: 'stopped', suspended_at: asked } as const;
    const id = await givenServer(chain.db, { accountId: owner.accountId, ...fields });
    await chain.db.insertInto('cancel_requests').values({ service_id: id, now: true, created_at: asked }).execute();
    await recordHeartbeat(givenJobCx(chain.db, { clock: { now: () => begun } }));
    const times = Array.from({ length: looks }, () => begun);
    const stopped = { now: () => times.pop() ?? new Date(begun.getTime() + days(7)) };
    await expireServices(givenJobCx(chain.db, { clock: stopped }));
    const { lock_reason } = (await chain.call('getServer', { params: { id } }, { token: owner.token })).body;
    expect(lock_reason).toBeNull();
    await chain.db.deleteFrom('service_beats').execute();
    await chain.db.deleteFrom('cancel_requests').where('service_id', '=', id).execute();
  },
);

test('dry_run refunds and cancels nothing', async () => {
  const id = await running();
  const ask = () =>
    chain.call('cancelServer', { params: { id }, body: { now: true }, query: { dry_run: 'true' } }, { token: owner.token });
  const { status, body } = await ask();
  expect([status, body.amount, body.lines]).toEqual([200, 0, []]);
  expect(await whenever(id, 'active')).toMatchObject({ cancel_request: null });
  await cancel(id, { now: true });
  await whenever(id, 'suspended');
  expect((await ask()).body.code).toBe('wrong_state');
});

test('refuses locked servers, servers of other accounts, and undelivered ones; a repeated request cancels once', async () => {
  const id = await running();
  const other = await givenAccount(chain.db);
  for (const call of [cancel, undo] as const) {
    expect((await call(id, ...((call === cancel ? [{}, other.token] : [other.token]) as [never, never]))).status).toBe(403);
  }
  await chain.call('stopServer', { params: { id } }, { token: owner.token });
  expect((await cancel(id, { now: true })).status).toBe(423);
  await whenever(id, 'active');
  const waiting = await givenServer(chain.db, { accountId: owner.accountId, status: 'awaiting_payment', power: 'absent' });
  expect((await cancel(waiting)).body.code).toBe('wrong_state');
  const once = () =>
    chain.call('cancelServer', { params: { id }, body: {} }, { token: owner.token, headers: { 'idempotency-key': 'once' } });
  const [first, second] = [await once(), await once()];
  expect([first.status, second.status, second.headers['idempotent-replayed']]).toEqual([204, 204, 'true']);
});
