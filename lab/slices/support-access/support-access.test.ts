/** Tests support staff that acts inside an account with its consent, or uses emergency access, which notifies the account. */
import { openMemoryBucket } from '@innkeeper/http/guards/rate-buckets';
import { purgeSupportAccess } from '@innkeeper/jobs/purge-support-access';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { type GivenStaff, givenStaff } from '../../given-staff.ts';
import { givenTicket } from '../../given-tickets.ts';

let now = new Date('2026-03-01T12:00:00Z');
const clock = { now: () => now };
let lab: Lab;
let ann: GivenStaff;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openLab({ clock, openBucket: openMemoryBucket, trustProxy: ['127.0.0.1'], settings: { requestsPerMinute: 500 } });
  ann = await givenStaff(lab.db, { role: 'support', name: 'Ann', now });
});
beforeEach(async () => {
  me = await givenAccount(lab.db);
});
afterAll(() => lab.close());

const consent = (body: object, who: { token: string } = me) =>
  lab.call('createSupportAccess', { body: { hours: 24, scope: 'read', ...body } }, who);
const staff = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, by = ann) =>
  lab.send({
    method,
    url: `/v1/operator${path}`,
    headers: { authorization: `Bearer ${by.token}` },
    ...(body && { payload: body }),
  });
const opened = async (body: object = {}): Promise<{ id: number; token: string; expires_at: string }> => {
  const reply = await staff('POST', `/accounts/${me.accountId}/access`, body);
  expect(reply).toMatchObject({ status: 201, body: { person: 'Ann', account: me.accountId } });
  return reply.body;
};
const log = async (action: string) => (await lab.call('listAuditLog', { query: { 'filter[action]': action } }, me)).body.data;

test('an account consents for some hours, sees who used the consent, and can end it at once', async () => {
  const ticket = await givenTicket(lab.db, { accountId: me.accountId });
  const made = await consent({ ticket, scope: 'write' });
  expect(made).toMatchObject({
    status: 201,
    body: {
      scope: 'write',
      ticket,
      granted_by: 'Given',
      active: true,
      expires_at: '2026-03-02T12:00:00.000000Z',
      ended_at: null,
    },
  });
  const access = await opened({ scope: 'write' });
  expect((await lab.call('listServers', {}, access)).status).toBe(200);
  expect((await lab.call('deleteSupportAccess', { params: { id: made.body.id } }, me)).status).toBe(204);
  expect(await lab.call('listServers', {}, access)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect(await lab.call('deleteSupportAccess', { params: { id: made.body.id } }, me)).toMatchObject({
    status: 422,
    body: { code: 'wrong_state' },
  });
  expect((await lab.call('listSupportAccess', {}, me)).body.data).toMatchObject([{ id: made.body.id, active: false }]);
  expect((await staff('GET', `/accounts/${me.accountId}/access`)).body).toMatchObject({
    data: [{ id: access.id, state: 'ended' }],
    grants: [],
  });
});

test('a consent is limited in hours and number, and to tickets of its account', async () => {
  for (const hours of [0, 169, 1.5])
    expect(await consent({ hours })).toMatchObject({ status: 422, body: { errors: { hours: expect.anything() } } });
  const other = await givenAccount(lab.db);
  const ticket = await givenTicket(lab.db, { accountId: other.accountId });
  expect(await consent({ ticket })).toMatchObject({ status: 403, body: { code: 'not_yours' } });
  expect(await consent({ ticket: 2_000_000_000 })).toMatchObject({
    status: 422,
    body: { errors: { ticket: expect.anything() } },
  });
  for (let i = 0; i < 10; i += 1) expect((await consent({})).status).toBe(201);
  expect(await consent({})).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
});

test("an access is limited to its consent and one hour, and its actions are audited with the staff member's name", async () => {
  const server = await givenServer(lab.db, { accountId: me.accountId });
  expect(await staff('POST', `/accounts/${me.accountId}/access`)).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  await consent({ scope: 'read' });
  expect((await staff('POST', `/accounts/${me.accountId}/access`, { scope: 'write' })).status).toBe(422);
  expect((await staff('POST', `/accounts/${me.accountId}/access`, { person: '1' })).body.errors).toMatchObject({
    person: expect.anything(),
  });
  const reading = await opened();
  expect(reading.expires_at).toBe('2026-03-01T13:00:00.000Z');
  expect(await lab.call('stopServer', { params: { id: server } }, reading)).toMatchObject({
    status: 403,
    body: { code: 'out_of_scope', message: 'This support access is read-only.' },
  });
  await consent({ scope: 'write' });
  const writing = await opened({ scope: 'write' });
  const headers = { 'idempotency-key': 'once' };
  const stop = (who: { token: string }) => lab.call('stopServer', { params: { id: server } }, { ...who, headers });
  const stopped = await stop(writing);
  expect(stopped.status).toBe(200);
  expect(await stop(writing)).toMatchObject({ text: stopped.text, headers: { 'idempotent-replayed': 'true' } });
  expect(await stop(me)).toMatchObject({ status: 423 });
  expect(await log('stopServer')).toMatchObject([
    { actor: { kind: 'staff', id: ann.id, name: 'Ann' }, user: null, resource: { kind: 'server', id: server } },
  ]);
  expect(await log('openAccess')).toMatchObject([{ actor: { name: 'Ann' } }, { actor: { name: 'Ann' } }]);
});

test("an access works from the networks of the staff member's token, and ends with the token", async () => {
  await consent({});
  const lea = await givenStaff(lab.db, { role: 'support', now, networks: ['127.0.0.0/8', '198.51.100.0/24'] });
  const { body } = await staff('POST', `/accounts/${me.accountId}/access`, {}, lea);
  const from = async (address: string) => {
    const headers = { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' };
    return (await lab.call('listServers', {}, { token: body.token, headers })).status;
  };
  expect(await from('198.51.100.9')).toBe(200);
  expect(await from('203.0.113.9')).toBe(401);
  const owner = await givenStaff(lab.db, { role: 'owner', now });
  expect((await staff('DELETE', `/staff/tokens/${lea.tokenId}`, undefined, owner)).status).toBe(200);
  expect(await from('198.51.100.9')).toBe(401);
});

test("support does not use up the account's rate limit, and has only read access to a suspended account", async () => {
  await consent({ scope: 'write' });
  const access = await opened({ scope: 'write' });
  const left = async (who: { token: string }) => Number((await lab.call('getBalance', {}, who)).headers['x-ratelimit-remaining']);
  const before = await left(me);
  for (let i = 0; i < 5; i += 1) await left(access);
  expect(await left(me)).toBe(before - 1);
  const server = await givenServer(lab.db, { accountId: me.accountId });
  const fields = { suspended_at: now, suspend_reason: 'given' };
  await lab.db.updateTable('accounts').set(fields).where('id', '=', me.accountId).execute();
  expect(await lab.call('stopServer', { params: { id: server } }, access)).toMatchObject({ body: { code: 'account_suspended' } });
  expect((await lab.call('getServer', { params: { id: server } }, access)).status).toBe(200);
});

test('emergency access requires a reason, which the account reads in its audit log and in a mail', async () => {
  const tim = await givenStaff(lab.db, { role: 'technical', name: 'Tim', now });
  const glass = (body: object, by = tim) => staff('POST', `/accounts/${me.accountId}/break-glass`, body, by);
  const reason = 'Its server attacks others.';
  expect(await glass({ reason }, ann)).toMatchObject({ status: 403, body: { code: 'insufficient_role' } });
  expect((await glass({ reason: 'Because' })).body.errors).toMatchObject({ reason: expect.anything() });
  const made = await glass({ reason, minutes: 30 });
  expect(made).toMatchObject({ status: 201, body: { person: 'Tim', scope: 'read', expires_at: '2026-03-01T12:30:00.000Z' } });
  expect((await lab.call('listServers', {}, made.body)).status).toBe(200);
  const [line] = await log('forceAccess');
  expect(line).toMatchObject({ actor: { kind: 'staff', name: 'Tim' } });
  expect(JSON.parse(line.details)).toMatchObject({ staff: 'Tim', reason });
  const mails = await lab.db.selectFrom('mails').selectAll().where('account_id', '=', me.accountId).execute();
  expect(mails).toMatchObject([
    { address: me.email, template: 'account-accessed', data: { person: 'Tim', reason, writes: false } },
  ]);
  now = new Date(now.getTime() + minutes(30));
  expect((await lab.call('listServers', {}, made.body)).status).toBe(401);
  const again = await glass({ reason });
  expect((await staff('DELETE', `/access/${again.body.id}`, undefined, tim)).status).toBe(200);
  expect((await lab.call('listServers', {}, again.body)).status).toBe(401);
});

test('reading a ticket with support access does not mark it as seen by its customer', async () => {
  const ticket = await givenTicket(lab.db, { accountId: me.accountId });
  expect((await staff('POST', `/tickets/${ticket}/reply`, { message: 'We look into it.' })).status).toBe(200);
  await consent({});
  const seen = async (who: { token: string }) => {
    expect((await lab.call('getTicket', { params: { id: ticket } }, who)).status).toBe(200);
    const row = lab.db.selectFrom('tickets').select('customer_seen').where('id', '=', ticket);
    return (await row.executeTakeFirstOrThrow()).customer_seen;
  };
  expect(await seen(await opened())).toBe(0);
  expect(await seen(me)).toBeGreaterThan(0);
});

test('purges consents and accesses long after they ended', async () => {
  await consent({ hours: 1 });
  await opened();
  const left = async () => (await lab.call('listSupportAccess', {}, me)).body.meta.total;
  const run = () => purgeSupportAccess(givenJobCx(lab.db, { clock }));
  now = new Date(now.getTime() + days(90));
  await run();
  expect(await left()).toBe(1);
  now = new Date(now.getTime() + hours(2));
  await run();
  expect(await left()).toBe(0);
});
