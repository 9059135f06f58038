import { postponeServiceEnds } from '@innkeeper/db/tables/service-ends';
import { type Answer, type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { givenAddon } from '@innkeeper/lab/given-copies';
import { type GivenStaff, givenStaff } from '@innkeeper/lab/given-staff';
import { givenSupportPlan } from '@innkeeper/lab/given-support-plans';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let lab: Lab;
let now = new Date('2027-03-01T10:00:00Z');
let me: GivenAccount;
let operator: Operator;
let service: number;
let sue: GivenStaff;
let tim: GivenStaff;
let tom: GivenStaff;
const clock = { now: () => now };
const reason = 'It sends spam.';
beforeAll(async () => {
  lab = await openLab({ clock });
  operator = openOperator({ db: lab.db, clock });
  await givenNode(lab.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = new Date('2027-03-01T10:00:00Z');
  await lab.db.updateTable('staff').set({ disabled_at: now }).execute();
  me = await givenAccount(lab.db);
  service = await givenSupportPlan(lab.db, { accountId: me.accountId, now });
  const given = (role: 'support' | 'technical') => givenStaff(lab.db, { role, now });
  [sue, tim, tom] = [await given('support'), await given('technical'), await given('technical')];
});

const post = (by: GivenStaff, path: string, payload: object = {}): Promise<Answer> =>
  lab.send({ method: 'POST', url: `/v1/operator${path}`, headers: { authorization: `Bearer ${by.token}` }, payload });
const request = (by: GivenStaff, more: object = {}) => post(by, `/services/${service}/end`, { reason, ...more });
const approve = (by: GivenStaff, { body }: Answer) => post(by, `/approvals/${body.id}/approve`);
const ends = (id = service) => lab.db.selectFrom('service_ends').selectAll().where('service_id', '=', id).execute();
const serviceOf = (id = service) => lab.db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const refusal = (status: number, code: string) => ({ status, body: { code } });

test('a request waits for a technical person, names its reason, and does nothing before; the hours count from the approval', async () => {
  const waiting = await request(sue, { after: 2 });
  expect(waiting).toMatchObject({
    status: 202,
    body: { operation: 'endService', amount: null, account: me.accountId, approvers: ['technical', 'owner'], input: { reason } },
  });
  expect(await ends()).toEqual([]);
  expect(await serviceOf()).toMatchObject({ status: 'active', staff_ends_at: null });
  const mails = await lab.db.selectFrom('mails').select('data').where('template', '=', 'approval-waiting').execute();
  expect(mails.map(({ data }) => data)).toContainEqual(expect.objectContaining({ operation: 'endService', reason }));
  now = new Date(now.getTime() + hours(5));
  expect(await approve(sue, waiting)).toMatchObject(refusal(422, 'wrong_state'));
  expect(await approve(tim, waiting)).toMatchObject({ status: 200, body: { state: 'approved' } });
  const at = new Date(now.getTime() + hours(2));
  expect(await ends()).toMatchObject([
    { reason, ends_at: at, was_suspended: false, requested_by: sue.id, approved_by: tim.id, undone_at: null },
  ]);
  expect(await serviceOf()).toMatchObject({
    ...{ status: 'suspended', staff_ends_at: at, staff_suspend_reason: reason, staff_suspended_at: now },
  });
  const lines = await lab.db
    .selectFrom('audit_log')
    .select(['actor_id', 'account_id', 'details'])
    .where('action', '=', 'endService')
    .where('resource_id', '=', service)
    .execute();
  expect(lines).toEqual([{ actor_id: tim.id, account_id: me.accountId, details: { until: at.toISOString(), reason } }]);
});

test('a request is checked again when it is approved', async () => {
  const [first, second] = [await request(sue), await request(tim)];
  expect(await approve(tom, first)).toMatchObject({ status: 200 });
  expect(await approve(tom, second)).toMatchObject(refusal(422, 'wrong_state'));
  expect(await ends()).toHaveLength(1);
  const other = await givenAccount(lab.db);
  service = await givenSupportPlan(lab.db, { accountId: other.accountId, now });
  const late = await request(sue);
  await lab.db.updateTable('services').set({ status: 'terminated', ended_at: now }).where('id', '=', service).execute();
  expect(await approve(tom, late)).toMatchObject(refusal(422, 'wrong_state'));
  expect(await ends()).toEqual([]);
});

test('only a technical person or an owner decides, and a house without one is told to use the host', async () => {
  const billing = await givenStaff(lab.db, { role: 'billing', now });
  const waiting = await request(tim);
  expect(await approve(billing, waiting)).toMatchObject(refusal(403, 'insufficient_role'));
  expect(await approve(sue, waiting)).toMatchObject(refusal(403, 'insufficient_role'));
  expect(await request(billing)).toMatchObject(refusal(403, 'insufficient_role'));
  await lab.db.updateTable('staff').set({ disabled_at: now }).where('id', '=', tom.id).execute();
  expect(await request(tim)).toMatchObject({
    status: 422,
    body: { message: 'Nobody else may approve this. Run the command at the host.' },
  });
});

test('endAccount waits for a second person too', async () => {
  const waiting = await post(sue, `/accounts/${me.accountId}/end`, { reason, after: 1 });
  expect(waiting).toMatchObject({ status: 202, body: { operation: 'endAccount', account: me.accountId } });
  expect((await operator.run('showAccount', { account: me.email })).suspended_at).toBeNull();
  expect(await approve(tim, waiting)).toMatchObject({ status: 200 });
  expect(await ends()).toMatchObject([{ requested_by: sue.id, approved_by: tim.id }]);
  expect((await operator.run('showAccount', { account: me.email })).suspended_at).toBe(now.toISOString());
  expect(await post(sue, `/accounts/${me.accountId}/end`, { reason })).toMatchObject(refusal(422, 'wrong_state'));
});

test('endService and keepService refuse what cannot end, and endAccount an unknown account', async () => {
  const end = (id: number, more: object = {}) => operator.run('endService', { service: id, reason, ...more });
  const keep = (id: number) => operator.run('keepService', { service: id, reason: 'Solved.' });
  const server = await givenServer(lab.db, { accountId: me.accountId });
  const addon = await givenAddon(lab.db, { serverId: server, key: 'backups' });
  for (const act of [end, keep]) {
    await expect(act(999_999)).rejects.toMatchObject({ code: 'not_found' });
    await expect(act(addon)).rejects.toMatchObject({ code: 'wrong_state' });
  }
  await expect(keep(server)).rejects.toMatchObject({ code: 'wrong_state' });
  for (const status of ['awaiting_payment', 'processing', 'terminated'] as const) {
    const id = await givenServer(lab.db, { accountId: me.accountId, status });
    await expect(end(id)).rejects.toMatchObject({ code: 'wrong_state' });
  }
  for (const after of [-1, 721, 1.5]) await expect(end(server, { after })).rejects.toThrow('whole number from 0 to 720');
  await expect(end(server, { reason: ' ' })).rejects.toThrow('one line of 1 to 200 characters');
  await end(server);
  await expect(end(server)).rejects.toMatchObject({ code: 'locked' });
  await expect(keep(server)).rejects.toMatchObject({ code: 'locked' });
  await expect(operator.run('endAccount', { account: 'nobody@example.org', reason })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('ends that are pending are postponed, those that were undone or have ended are not', async () => {
  const { accountId } = await givenAccount(lab.db);
  const [undone, ended, later] = [
    await givenServer(lab.db, { accountId, power: 'absent' }),
    await givenServer(lab.db, { accountId, power: 'absent' }),
    await givenServer(lab.db, { accountId, power: 'absent' }),
  ];
  for (const id of [service, undone, ended]) await operator.run('endService', { service: id, after: 1, reason });
  await operator.run('endService', { service: later, after: 100, reason });
  await operator.run('keepService', { service: undone, reason: 'Solved.' });
  await lab.db.updateTable('server_details').set({ holds_capacity: false }).where('id', '=', ended).execute();
  await lab.db.updateTable('services').set({ status: 'terminated', ended_at: now }).where('id', '=', ended).execute();
  const until = new Date(now.getTime() + hours(24));
  const others = await ends(later);
  expect(await postponeServiceEnds(lab.db, until)).toContain(service);
  expect((await serviceOf()).staff_ends_at).toEqual(until);
  expect((await serviceOf(undone)).staff_ends_at).toBeNull();
  expect(await ends(later)).toEqual(others);
  expect(await ends(ended)).toMatchObject([{ ends_at: new Date(now.getTime() + hours(1)) }]);
});

test('the expiry of a service that staff ends cannot be moved or postponed, until it is kept', async () => {
  await operator.run('endService', { service, after: 2, reason });
  const before = await serviceOf();
  const set = () => operator.run('setService', { service, expiry_at: '2027-06-01T00:00:00Z', reason: 'A gift.' });
  const refused = {
    code: 'wrong_state',
    message: expect.stringContaining(`Staff ends service ${service} at 2027-03-01T12:00:00.000Z.`),
  };
  await expect(set()).rejects.toMatchObject(refused);
  await expect(operator.run('postponeService', { service, days: 3, reason: 'A gift.' })).rejects.toMatchObject(refused);
  expect(await serviceOf()).toEqual(before);
  await operator.run('keepService', { service, reason: 'A mistake.' });
  expect(await set()).toMatchObject({ status: 'active', expiry_at: '2027-06-01T00:00:00.000Z' });
});

test('a repeated request of one person is one approval and one mail, another request is another', async () => {
  const first = await request(sue);
  const mailed = async () =>
    (await lab.db.selectFrom('mails').select('id').where('template', '=', 'approval-waiting').execute()).length;
  const count = await mailed();
  const again = await Promise.all([request(sue), request(sue)]);
  expect(again.map(({ status, body }) => [status, body.id])).toEqual([
    [202, first.body.id],
    [202, first.body.id],
  ]);
  expect(await mailed()).toBe(count);
  expect((await request(sue, { after: 3 })).body.id).not.toBe(first.body.id);
  expect((await request(tim)).body.id).not.toBe(first.body.id);
  now = new Date(now.getTime() + hours(24 * 7));
  expect((await request(sue)).body.id).not.toBe(first.body.id);
});

test('an end without hours is said to be now', async () => {
  expect(await operator.print('endService', { service, after: 0, reason })).toMatch(
    /^Service \d+ \(support-plan .*\) ends now\./,
  );
  await operator.run('keepService', { service, reason: 'A mistake.' });
  expect(await operator.print('endService', { service, after: 1, reason })).toContain(') ends at 2027-03-01T11:00:00.000Z.');
  await operator.run('keepService', { service, reason: 'A mistake.' });
  expect(await operator.print('endAccount', { account: me.email, after: 0, reason })).toContain(' ends now.');
});
