/** Tests that a server suspended by the staff stays suspended until the staff resumes it, even if it is paid. */
import { days } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBooksClean } from '../books.ts';
import { type Chain, openChain } from '../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../given.ts';
import { givenAddon } from '../given-copies.ts';
import { givenStaff } from '../given-staff.ts';
import { type Operator, openOperator } from '../operator.ts';
import { assertInvariants } from '../torture/invariants.ts';
import { movingClock } from '../torture/moving-clock.ts';
import { deploy } from './given-deploy.ts';
import { renewalHelpers } from './renewals/given-renewing.ts';

const clock = movingClock();
let chain: Chain;
let operator: Operator;
let me: GivenAccount;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  chain = await openChain({ clock });
  operator = openOperator({ db: chain.db, clock });
  await givenNode(chain.db);
});
afterAll(() => chain.close());
beforeEach(async () => {
  me = await givenAccount(chain.db, { funds: 479n });
  given = renewalHelpers(chain, clock);
  await chain.db.deleteFrom('service_beats').execute();
});
afterEach(async () => {
  await expectBooksClean(chain.db);
  await assertInvariants(chain);
  expect(await operator.run('auditBilling')).toMatchObject({ findings: [] });
});

const call = (operation: Parameters<Chain['call']>[0], input: object = {}) => chain.call(operation, input, { token: me.token });
const whenever = (id: number, status: string) =>
  chain.serverWhen(id, me.token, (server) => server.status === status && server.locked === null);
const refused = (code: string) => expect.objectContaining({ code });
const reason = 'It attacks others.';
const suspend = (service: number) => operator.run('suspendService', { service, reason });
const resume = (service: number) => operator.run('resumeService', { service });
const written = () => given.mail.sent.filter(({ to }) => to === me.email).map(({ subject }) => subject);

async function running(): Promise<number> {
  const { id } = (await deploy(chain, me)).body;
  await whenever(id, 'active');
  return id;
}

const look = () => given.look(chain.worker);

test('the guest is off and its address kept; renewing extends it, but only the staff can resume it', async () => {
  const id = await running();
  const before = (await call('getServer', { params: { id } })).body;
  expect(await suspend(id)).toMatchObject({ id, account: me.accountId, status: 'suspended', reason });
  const server = await whenever(id, 'suspended');
  expect(server).toMatchObject({ state: ['stopped'], ip_addresses: before.ip_addresses });
  const shown = { status_reason: 'Our staff has suspended this server: It attacks others.' };
  expect(server).toMatchObject(shown);
  expect((await call('listServers', { query: { 'filter[status]': 'suspended' } })).body.data).toMatchObject([shown]);
  const events = chain.db.selectFrom('events').select('data').where('resource_kind', '=', 'server').where('resource_id', '=', id);
  const [told] = await events.orderBy('id', 'desc').execute();
  expect(told?.data).toMatchObject({ status: 'suspended', ...shown });
  const { status, body } = await call('startServer', { params: { id } });
  expect([status, body.code]).toEqual([422, 'wrong_state']);
  expect(body.message).toContain(reason);

  await given.fund(me.accountId, 10_000n);
  expect((await call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } })).body.status).toBe('paid');
  await look();
  expect((await given.periods(id)).map((period) => period.split(' ')[2])).toEqual(['paid', 'paid']);
  expect(await whenever(id, 'suspended')).toMatchObject({ state: ['stopped'] });

  expect(await resume(id)).toMatchObject({ status: 'active', staff_suspended_at: null, reason: null });
  expect(await whenever(id, 'active')).toMatchObject({
    ...{ state: ['running'], ip_addresses: before.ip_addresses },
    status_reason: null,
  });
  await look();
  expect(written()).toEqual(['We have suspended web-1', 'We no longer suspend web-1']);
  const lines = (await call('listAuditLog', { query: { per_page: 50 } })).body.data as { action: string; resource: object }[];
  expect(lines.filter(({ action }) => /^(suspend|resume)Service$/.test(action))).toHaveLength(2);
});

test('past its expiry it neither renews nor ends; after resuming it has a full grace period and can be paid', async () => {
  const id = await running();
  await givenAddon(chain.db, { serverId: id, key: 'backups' });
  clock.pass(days(26));
  await look();
  expect((await given.orders(me.accountId)).map((order) => order.status)).toEqual(['paid', 'awaiting_payment']);
  await suspend(id);
  // The waiting renewal must not be paid as a side effect.
  expect((await given.orders(me.accountId)).map((order) => order.status)).toEqual(['paid', 'cancelled']);
  await given.fund(me.accountId, 10_000n);
  for (let passed = 0; passed < 40; passed += 10) {
    clock.pass(days(10));
    await look();
  }
  await whenever(id, 'suspended');
  expect(await given.orders(me.accountId)).toHaveLength(2);
  await chain.db.updateTable('services').set({ auto_renew: false }).where('id', '=', id).execute();
  expect(await resume(id)).toMatchObject({ status: 'suspended', staff_suspended_at: null });
  clock.pass(days(6));
  await look();
  await whenever(id, 'suspended');
  expect((await call('renewServers', { body: { server_ids: [id], billing_cycle: 3 } })).body.status).toBe('paid');
  await chain.worker.idle({ horizonMs: 60_000 });
  expect(await whenever(id, 'active')).toMatchObject({ state: ['running'] });
});

test('a cancelled one ends after a grace period, and an unpaid one can be suspended by the staff too', async () => {
  const one = await running();
  await given.fund(me.accountId, 479n);
  const other = await running();
  await suspend(one);
  await whenever(one, 'suspended');
  clock.pass(days(20));
  await call('cancelServer', { params: { id: one }, body: { now: true } });
  clock.pass(days(6));
  await look();
  await whenever(one, 'suspended');
  clock.pass(days(2));
  await look();
  await whenever(one, 'terminated');

  clock.pass(days(4));
  await look();
  await whenever(other, 'suspended');
  expect((await call('getServer', { params: { id: other } })).body.status_reason).toBeNull();
  await suspend(other);
  expect((await call('getServer', { params: { id: other } })).body.status_reason).toContain(reason);
  await given.fund(me.accountId, 10_000n);
  await call('renewServers', { body: { server_ids: [other], billing_cycle: 1 } });
  await look();
  await whenever(other, 'suspended');
  await resume(other);
  await whenever(other, 'active');
});

test('resuming with --extend restores its remaining time; an unpaid one resumes if its expiry is moved', async () => {
  const id = await running();
  const { expiry_at } = (await call('getServer', { params: { id } })).body;
  await suspend(id);
  await whenever(id, 'suspended');
  clock.pass(days(10));
  const extended = new Date(new Date(expiry_at).getTime() + days(10));
  const answer = await operator.run('resumeService', { service: id, extend: true });
  const until = Date.parse(String((answer as { expiry_at: string }).expiry_at));
  expect(answer).toMatchObject({ status: 'active' });
  // The time during which the server was switched off is not counted.
  expect(until - extended.getTime()).toBeGreaterThanOrEqual(0);
  expect(until - extended.getTime()).toBeLessThan(days(1));
  await whenever(id, 'active');
  clock.pass(days(60));
  await look();
  clock.pass(days(1));
  await look();
  await whenever(id, 'suspended');
  const end = new Date(clock.now().getTime() + days(5)).toISOString();
  expect(await operator.run('setService', { service: id, expiry_at: end, reason })).toMatchObject({
    status: 'active',
    expiry_at: end,
  });
  expect(await whenever(id, 'active')).toMatchObject({ state: ['running'] });

  // A server that expired before its suspension gets no extra time.
  await given.fund(me.accountId, 479n);
  const other = await running();
  clock.pass(days(45));
  await look();
  await whenever(other, 'suspended');
  await suspend(other);
  clock.pass(days(3));
  const before = await given.service(other);
  expect(await operator.run('resumeService', { service: other, extend: true })).toMatchObject({ status: 'suspended' });
  expect((await given.service(other)).expiry_at).toEqual(before.expiry_at);
});

test('refuses services that are unknown, addons, locked, already suspended, or not suspended', async () => {
  const id = await running();
  const addon = await givenAddon(chain.db, { serverId: id, key: 'backups' });
  await expect(suspend(999_999)).rejects.toEqual(refused('not_found'));
  await expect(suspend(addon)).rejects.toEqual(refused('wrong_state'));
  await expect(resume(id)).rejects.toEqual(refused('wrong_state'));
  await suspend(id);
  await expect(resume(id)).rejects.toEqual(refused('locked'));
  await whenever(id, 'suspended');
  await expect(suspend(id)).rejects.toEqual(refused('wrong_state'));
  const { token } = await givenStaff(chain.db, { role: 'technical', now: clock.now() });
  const url = `/v1/operator/services/${id}/resume`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { statusCode, body } = await chain.app.inject({ method: 'POST', url, headers, payload: '{}' });
  expect([statusCode, JSON.parse(body)]).toMatchObject([200, { id, status: 'active' }]);
  await whenever(id, 'active');
});
