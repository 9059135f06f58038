/** Tests ends of services by staff: until the end nothing resumes or renews the service, and staff can undo the end. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBooksClean } from '../books.ts';
import { type Chain, openChain } from '../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../given.ts';
import { givenAddon } from '../given-copies.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { mailsOf } from '../given-mails.ts';
import { givenSupportPlan } from '../given-support-plans.ts';
import { type Operator, openOperator } from '../operator.ts';
import { eventually } from '../torture/eventually.ts';
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
  operator = openOperator({ db: chain.db, engine: chain.engine, clock });
  await givenNode(chain.db, { memoryMb: 64 * 1024 });
});
afterAll(() => chain.close());
beforeEach(async () => {
  me = await givenAccount(chain.db, { funds: 10_000n });
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
const reason = 'It sends spam.';
const end = (service: number, more: object = {}) => operator.run('endService', { service, reason, ...more });
const keep = (service: number) => operator.run('keepService', { service, reason: 'The customer has removed the script.' });
const renew = (id: number) => call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } });
const look = () => given.look(chain.worker);
const facts = async (kind: string) => {
  const rows = await chain.db
    .selectFrom('mails_due')
    .select('ids')
    .where('account_id', '=', me.accountId)
    .where('kind', '=', kind)
    .execute();
  return rows.flatMap(({ ids }) => ids);
};
const addressesOf = async (id: number) =>
  (await chain.db.selectFrom('ip_addresses').select('id').where('server_id', '=', id).execute()).length;
const rowOf = (id: number) => chain.db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const fileOf = (id: number) => join(chain.compute.directory, `${machineIdOf(id)}.json`);
const inUtc = (at: string) => {
  const [, day, month, year, time] = /, (\d+) (\w+) (\d+) (\d\d:\d\d)/.exec(new Date(at).toUTCString()) ?? [];
  return `${Number(day)} ${month} ${year} ${time} UTC`;
};

/** Locks a server as a workflow does. Returns a function that releases the lock. */
async function lock(id: number): Promise<() => Promise<unknown>> {
  const workflow = chain.db
    .selectFrom('workflows')
    .select('id')
    .where('resource_id', '=', id)
    .where('kind', '=', 'server.deploy');
  const { id: workflow_id } = await workflow.executeTakeFirstOrThrow();
  const at = { locked_at: clock.now(), deadline_at: clock.now() };
  await chain.db
    .insertInto('locks')
    .values({ kind: 'server', resource_id: id, workflow_id, reason: 'restart', ...at })
    .execute();
  return () => chain.db.deleteFrom('locks').where('resource_id', '=', id).execute();
}

async function running(name = 'web-1'): Promise<number> {
  const { id } = (await deploy(chain, me, { name })).body;
  await whenever(id, 'active');
  return id;
}

test('it is suspended at once with time and reason, cannot be renewed or resumed, and ends in time', async () => {
  const id = await running();
  const shown = await end(id);
  expect(shown).toMatchObject({
    ...{ service: id, account: me.accountId, type: 'server', label: 'web-1', reason, requested_by: null, approved_by: null },
    ends_at: new Date(clock.now().getTime() + hours(24)).toISOString().slice(0, 17).concat(shown.ends_at.slice(17)),
  });
  expect(shown.rest).toMatchObject({ net: '3.99', vat: '0.80', gross: '4.79', lines: [{ net: '3.99' }] });
  expect(await operator.run('showServer', { server: id })).toMatchObject({ end: { ends_at: shown.ends_at, reason } });
  const server = await whenever(id, 'suspended');
  expect(server).toMatchObject({
    state: ['stopped'],
    status_reason: `Our staff ends this server on ${inUtc(shown.ends_at)}: ${reason}`,
  });
  expect(await facts('service-ending')).toEqual([id]);
  const refused = { code: 'wrong_state', message: `Our staff ends this service on ${inUtc(shown.ends_at)}. Contact support.` };
  expect((await renew(id)).body).toMatchObject(refused);
  expect((await call('startServer', { params: { id } })).body).toMatchObject({
    ...{ code: 'wrong_state', message: `${refused.message} Reason: ${reason}` },
  });
  await expect(operator.run('resumeService', { service: id })).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(operator.run('suspendService', { service: id, reason })).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(end(id)).rejects.toMatchObject({ code: 'wrong_state' });
  clock.pass(hours(23));
  await look();
  await whenever(id, 'suspended');
  clock.pass(hours(2));
  await look();
  const ended = await whenever(id, 'terminated');
  expect(ended.status_reason).toBe(`Our staff has ended this server: ${reason}`);
  expect(await addressesOf(id)).toBe(0);
  expect((await rowOf(id)).holds_capacity).toBe(false);
  expect(await facts('services-ended')).toEqual([id]);
  await expect(keep(id)).rejects.toMatchObject({ code: 'wrong_state' });
  const orders = await given.orders(me.accountId);
  expect(orders.map(({ status }) => status)).toEqual(['paid']);
});

test('paid time that is refunded is not named as paid', async () => {
  const [refunded, renewed] = [await running('web-1'), await running('web-2')];
  const { expiry_at: paidUntil } = await rowOf(renewed);
  await renew(renewed);
  const [first, , last] = (await given.orders(me.accountId)).map(({ id }) => id);
  for (const order of [first, last]) await operator.run('refundOrder', { order, to: 'balance', reason: 'Sorry.' });
  expect(await operator.print('endService', { service: refunded, reason })).toMatch(
    /^Service \d+ \(server web-1\) ends at [^ ]+\.$/,
  );
  expect(await end(renewed)).toMatchObject({ paid_until: paidUntil?.toISOString(), rest: { net: '3.99' } });
  for (const id of [refunded, renewed]) await whenever(id, 'suspended');
});

test('after an undone end it runs, is renewed as before, and can be ended again', async () => {
  const id = await running();
  await end(id, { after: 48 });
  await expect(keep(id)).rejects.toMatchObject({ code: 'locked' });
  await whenever(id, 'suspended');
  expect(await keep(id)).toMatchObject({ id, status: 'active', staff_suspended_at: null, reason: null });
  expect(await whenever(id, 'active')).toMatchObject({ state: ['running'], status_reason: null });
  clock.pass(hours(50));
  await look();
  await whenever(id, 'active');
  await expect(keep(id)).rejects.toMatchObject({ code: 'wrong_state' });
  expect((await renew(id)).body.status).toBe('paid');
  await end(id, { after: 0 });
  await whenever(id, 'suspended');
  await look();
  await whenever(id, 'terminated');
});

test('a service that staff had suspended stays so when it is kept, and one that is unpaid gets a grace period', async () => {
  const id = await running();
  await operator.run('suspendService', { service: id, reason: 'It attacks others.' });
  await whenever(id, 'suspended');
  await end(id);
  expect((await call('getServer', { params: { id } })).body.status_reason).toContain(reason);
  expect(await keep(id)).toMatchObject({ status: 'suspended', reason: 'It attacks others.' });
  expect((await call('getServer', { params: { id } })).body.status_reason).toContain('It attacks others.');
  await operator.run('resumeService', { service: id });
  await whenever(id, 'active');

  await chain.db.updateTable('services').set({ auto_renew: false }).where('id', '=', id).execute();
  clock.pass(days(40));
  await look();
  await whenever(id, 'suspended');
  await end(id, { after: 700 });
  clock.pass(days(20));
  await look();
  expect(await keep(id)).toMatchObject({ status: 'suspended', staff_suspended_at: null });
  clock.pass(days(6));
  await look();
  await whenever(id, 'suspended');
  expect((await call('renewServers', { body: { server_ids: [id], billing_cycle: 3 } })).body.status).toBe('paid');
  await look();
  await whenever(id, 'active');
});

test('a kept service that its owner had cancelled runs until the end of its paid time, and one that was switched off stays so', async () => {
  const [id, off] = [await running('web-1'), await running('web-2')];
  expect((await call('cancelServer', { params: { id } })).status).toBe(204);
  await call('cancelServer', { params: { id: off }, body: { now: true } });
  await whenever(off, 'suspended');
  for (const service of [id, off]) {
    await end(service);
    await whenever(service, 'suspended');
  }
  expect(await keep(id)).toMatchObject({ status: 'active' });
  expect(await keep(off)).toMatchObject({ status: 'suspended' });
  await look();
  expect(await whenever(id, 'active')).toMatchObject({ state: ['running'], cancel_request: { now: 0 } });
  await whenever(off, 'suspended');
  // The same after a suspension by staff.
  await operator.run('suspendService', { service: id, reason: 'It attacks others.' });
  await whenever(id, 'suspended');
  expect(await operator.run('resumeService', { service: id })).toMatchObject({ status: 'active' });
  await whenever(id, 'active');
  clock.pass(days(32));
  await look();
  await whenever(id, 'suspended');
  clock.pass(days(8));
  await look();
  await whenever(id, 'terminated');
  expect((await given.orders(me.accountId)).map(({ status }) => status)).toEqual(['paid', 'paid']);
});

test('waiting renewals are cancelled, also of addons, and nothing orders new ones; the owner may end it earlier', async () => {
  const id = await running();
  const addon = await givenAddon(chain.db, { serverId: id, key: 'backups' });
  const spend = { account: me.email, lines: ['Setup=79'], auto_pay: true };
  await operator.run('addOrder', spend);
  clock.pass(days(26));
  await look();
  const statuses = async () => (await given.orders(me.accountId)).map(({ status }) => status);
  expect(await statuses()).toEqual(['paid', 'paid', 'awaiting_payment']);
  await end(id, { after: 720 });
  expect(await statuses()).toEqual(['paid', 'paid', 'cancelled']);
  await whenever(id, 'suspended');
  await given.fund(me.accountId, 10_000n);
  await look();
  await renew(id);
  expect(await statuses()).toEqual(['paid', 'paid', 'cancelled']);
  expect((await given.service(addon)).status).toBe('suspended');
  expect((await call('cancelServer', { params: { id }, body: { now: true } })).status).toBe(204);
  expect((await call('undoCancelServer', { params: { id } })).status).toBe(204);
  await look();
  await whenever(id, 'suspended');
  await call('cancelServer', { params: { id }, body: { now: true } });
  clock.pass(days(8));
  // The owner's end makes a last backup first.
  await look();
  await look();
  await whenever(id, 'terminated');
  expect((await given.service(addon)).status).toBe('terminated');
});

test('a server without a machine is not suspended, refuses changes, and ends after the checks of a lost machine', async () => {
  const other = await running('web-2');
  const id = await running();
  await rm(fileOf(id));
  await eventually(async () => (await rowOf(id)).power).toBe('absent');
  const { ends_at } = await end(id, { after: 2 });
  const server = await whenever(id, 'active');
  expect(server.status_reason).toBe(`Our staff ends this server on ${inUtc(ends_at)}: ${reason}`);
  const image_id = server.image?.id ?? (await chain.db.selectFrom('images').select('id').executeTakeFirstOrThrow()).id;
  expect((await call('reinstallServer', { params: { id }, body: { image_id } })).body).toMatchObject({
    code: 'wrong_state',
    message: expect.stringContaining('Our staff ends this service'),
  });
  expect((await renew(id)).body).toMatchObject({ code: 'wrong_state' });
  await look();
  await whenever(id, 'active');
  clock.pass(hours(3));
  await look();
  await whenever(id, 'terminated');
  expect(await addressesOf(id)).toBe(0);
  const { input } = await chain.db
    .selectFrom('workflows')
    .select('input')
    .where('kind', '=', 'server.terminate')
    .where('resource_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(input).toMatchObject({ lost: true });
  await whenever(other, 'active');
});

test('a failed end is tried again, and does not stop the ends of others', async () => {
  const [bad, good] = [await running('web-1'), await running('web-2')];
  for (const id of [bad, good]) {
    await end(id, { after: 1 });
    await whenever(id, 'suspended');
  }
  const { compute } = chain.engine;
  const destroy = compute.powerOff.bind(compute);
  compute.powerOff = async (machine) => {
    if (machine === machineIdOf(bad)) throw new Error('the disk is busy');
    return destroy(machine);
  };
  clock.pass(hours(2));
  await look();
  await whenever(good, 'terminated');
  await whenever(bad, 'suspended');
  compute.powerOff = destroy;
  await look();
  await whenever(bad, 'suspended');
  clock.pass(hours(2));
  await look();
  await whenever(bad, 'terminated');
});

test('nothing ends while the API is away, and what is locked is ended after its lock', async () => {
  const id = await running();
  await end(id, { after: 1 });
  await whenever(id, 'suspended');
  clock.pass(hours(2));
  await chain.db
    .insertInto('service_beats')
    .values({ service: 'api', beat_at: new Date(clock.now().getTime() - hours(1)) })
    .execute();
  await look();
  await whenever(id, 'suspended');
  await chain.db.deleteFrom('service_beats').execute();
  await look();
  await whenever(id, 'terminated');
});

test('account end suspends the account and ends all its services, locked ones after their lock, in one mail', async () => {
  const [one, locked] = [await running('web-1'), await running('web-2')];
  const plan = await givenSupportPlan(chain.db, { accountId: me.accountId, now: clock.now() });
  const ip = await givenFloatingIp(chain.db, { accountId: me.accountId, serverId: one });
  const unlock = await lock(locked);
  const building = (await deploy(chain, me, { name: 'web-3' })).body.id;
  const unpaid = (await deploy(chain, me, { name: 'web-4', billing_cycle: 24 })).body.id;
  const { account, ends } = await operator.run('endAccount', { account: me.email, after: 1, reason });
  expect(account).toBe(me.accountId);
  const all = [one, locked, building, plan, ip].toSorted((a, b) => a - b);
  expect(ends.map(({ service }) => service)).toEqual(all);
  expect(await facts('service-ending')).toEqual(all);
  // A late transfer would build it.
  expect((await given.service(unpaid)).status).toBe('terminated');
  expect((await given.orders(me.accountId)).at(-1)).toMatchObject({ status: 'cancelled' });
  expect(await operator.run('showAccount', { account: me.email })).toMatchObject({ suspend_reason: reason });
  await whenever(one, 'suspended');
  await look();
  expect((await rowOf(locked)).status).toBe('active');
  await unlock();
  await chain.worker.idle();
  await look();
  for (const id of [one, locked, building]) await whenever(id, 'suspended');
  expect((await given.service(plan)).status).toBe('suspended');
  await expect(operator.run('endAccount', { account: me.email, after: 1, reason })).rejects.toMatchObject({
    code: 'wrong_state',
  });
  clock.pass(minutes(2));
  await look();
  clock.pass(hours(2));
  await look();
  for (const id of [one, locked, building]) await whenever(id, 'terminated');
  for (const id of [plan, ip]) expect((await given.service(id)).status).toBe('terminated');
  expect((await facts('services-ended')).toSorted((a, b) => a - b)).toEqual(all);
  const due = await chain.db
    .selectFrom('mails_due')
    .select('kind')
    .where('account_id', '=', me.accountId)
    .where('kind', 'in', ['service-ending', 'services-ended'])
    .execute();
  expect(due.map(({ kind }) => kind)).toEqual(['services-ended']);
  const mails = (await mailsOf(chain.db, me)).filter(({ template }) => template === 'service-ending');
  expect(mails).toMatchObject([{ data: { names: { length: all.length }, reason } }]);
});

test('suspendAccount with services_reason suspends the services in use, and names the locked ones', async () => {
  const [one, locked] = [await running('web-1'), await running('web-2')];
  const unlock = await lock(locked);
  const { services, locked: left } = await operator.run('suspendAccount', {
    account: me.email,
    reason: 'Under investigation.',
    services_reason: reason,
  });
  expect([services, left]).toEqual([1, [locked]]);
  await whenever(one, 'suspended');
  await unlock();
  await whenever(locked, 'active');
  expect((await call('getServer', { params: { id: one } })).body.status_reason).toBe(
    `Our staff has suspended this server: ${reason}`,
  );
  await operator.run('resumeService', { service: one });
  await whenever(one, 'active');
});

test('a machine that is back at its end is not taken for a lost one, and ends with its disk an hour later', async () => {
  const [other, id] = [await running('web-2'), await running()];
  const file = fileOf(id);
  const machine = await readFile(file, 'utf8');
  await rm(file);
  await eventually(async () => (await rowOf(id)).power).toBe('absent');
  await end(id, { after: 1 });
  await writeFile(file, machine);
  clock.pass(hours(2));
  await look();
  await eventually(async () => (await rowOf(id)).power).not.toBe('absent');
  expect((await rowOf(id)).status).not.toBe('terminated');
  clock.pass(hours(2));
  await look();
  await whenever(id, 'terminated');
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  await whenever(other, 'active');
});
