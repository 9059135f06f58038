import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../app.ts';
import { givenAccount } from '../given.ts';
import { type GivenStaff, givenStaff } from '../given-staff.ts';

let lab: Lab;
let ann: GivenStaff;
let bob: GivenStaff;
beforeAll(async () => {
  lab = await openLab({ trustProxy: ['127.0.0.1'] });
  ann = await givenStaff(lab.db, { role: 'support', name: 'Ann' });
  bob = await givenStaff(lab.db, { role: 'owner', name: 'Bob' });
});
afterAll(() => lab.close());

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { by = ann, body, key, from }: { by?: GivenStaff; body?: object; key?: string; from?: string } = {},
) =>
  lab.send({
    method,
    url: `/v1/operator${path}`,
    headers: {
      authorization: `Bearer ${by.token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(from !== undefined && { 'x-forwarded-for': from, 'x-forwarded-proto': 'https' }),
    },
    ...(body && { payload: body }),
  });

test('a staff member finds, suspends and resumes an account, and its audit log names the staff member', async () => {
  const me = await givenAccount(lab.db);
  const found = await call('GET', `/accounts?search=${encodeURIComponent(me.email)}&per_page=5`);
  expect(found).toMatchObject({ status: 200, body: { total: 1, data: [{ id: me.accountId }] } });
  const reason = 'Sends spam.';
  const suspended = await call('POST', `/accounts/${me.accountId}/suspend`, { body: { reason } });
  expect(suspended).toMatchObject({ status: 200, body: { id: me.accountId, suspend_reason: reason } });
  expect(await call('POST', `/accounts/${me.accountId}/suspend`, { body: { reason } })).toMatchObject({
    status: 422,
    body: { code: 'wrong_state' },
  });
  expect((await call('GET', `/accounts/${encodeURIComponent(me.email)}`)).body.suspended_at).toEqual(expect.any(String));
  expect(await call('POST', `/accounts/${me.accountId}/resume`)).toMatchObject({ status: 200, body: { suspended_at: null } });
  const { body } = await lab.call('listAuditLog', { query: { 'filter[action]': 'suspendAccount' } }, { token: me.token });
  expect(body.data).toMatchObject([{ actor: { kind: 'staff', id: ann.id, name: 'Ann' }, details: null }]);
});

test('validates input: errors by field, no path parameters in the body, and 404 for malformed ids', async () => {
  const { accountId } = await givenAccount(lab.db);
  const bad = await call('POST', `/accounts/${accountId}/suspend`, { body: { reason: '', why: 'x' } });
  expect(bad).toMatchObject({
    status: 422,
    body: { errors: { reason: expect.anything(), why: ['This field is unknown. Remove it.'] } },
  });
  expect(await call('POST', `/accounts/${accountId}/suspend`, { body: { reason: 'x', service_reason: 'y' } })).toMatchObject({
    body: { errors: { service_reason: ['This field is unknown. Did you mean services_reason?'] } },
  });
  expect(await call('POST', `/accounts/${accountId}/suspend`, { body: { account: '1', reason: 'x' } })).toMatchObject({
    status: 422,
    body: { errors: { account: ['This field is unknown. Remove it.'] } },
  });
  expect(await call('POST', `/accounts/${accountId}/suspend`)).toMatchObject({
    status: 422,
    body: { errors: { reason: expect.anything() } },
  });
  expect((await call('GET', '/accounts?page=x')).body.errors).toMatchObject({ page: expect.anything() });
  expect((await call('GET', '/accounts?suspended=maybe')).body.errors).toMatchObject({ suspended: expect.anything() });
  for (const path of ['/tickets/abc', '/tickets/999999', '/nowhere']) expect((await call('GET', path)).status).toBe(404);
});

test('a change repeated with its key takes effect once, and the key belongs to its staff member', async () => {
  const { accountId } = await givenAccount(lab.db);
  const credit = { body: { amount: '5', reason: 'Sorry' }, key: 'once' };
  const first = await call('POST', `/accounts/${accountId}/fund`, { by: bob, ...credit });
  expect(first).toMatchObject({ status: 200, body: { balance: '5.00' } });
  const again = await call('POST', `/accounts/${accountId}/fund`, { by: bob, ...credit });
  expect(again).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' }, text: first.text });
  const other = await call('POST', `/accounts/${accountId}/fund`, { by: bob, key: 'once', body: { amount: '6' } });
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  expect((await call('GET', `/accounts/${accountId}`)).body.balance).toBe('5.00');
  expect(await call('POST', `/accounts/${accountId}/resume`, { key: 'once' })).toMatchObject({ body: { code: 'wrong_state' } });
});

test('a token is shown once and never stored, works only from its networks, and records its last use', async () => {
  const made = await call('POST', `/staff/${bob.id}/tokens`, { by: bob, key: 'token', body: { networks: ['198.51.100.0/24'] } });
  expect(made).toMatchObject({ status: 201, body: { role: 'owner', token: expect.stringMatching(/^iks_/) } });
  expect(
    (await call('POST', `/staff/${bob.id}/tokens`, { by: bob, key: 'token', body: { networks: ['198.51.100.0/24'] } })).body
      .token,
  ).not.toBe(made.body.token);
  const by = { ...bob, token: made.body.token as string };
  expect((await call('GET', '/alerts', { by, from: '203.0.113.9' })).status).toBe(401);
  expect((await call('GET', '/alerts', { by, from: '198.51.100.9' })).status).toBe(200);
  await expect
    .poll(async () => (await call('GET', `/staff/tokens?person=${bob.id}`, { by: bob })).body.data, { timeout: 20_000 })
    .toContainEqual(expect.objectContaining({ id: made.body.id, last_used_from: '198.51.100.9' }));
  expect((await call('DELETE', `/staff/tokens/${made.body.id}`, { by: bob })).status).toBe(200);
  expect((await call('GET', '/alerts', { by, from: '198.51.100.9' })).status).toBe(401);
});

test('staff replies appear in tickets with the name, and servers and workflows are listed', async () => {
  const { token } = await givenAccount(lab.db);
  const body = { department_id: 1, subject: 'It does not boot', message: 'My server does not boot.' };
  const { id } = (await lab.call('createTicket', { body }, { token })).body.data ?? {};
  const queue = await call('GET', '/tickets?waiting=true');
  const ticket = id ?? queue.body.data[0].id;
  expect((await call('POST', `/tickets/${ticket}/reply`, { body: { message: 'We look into it.' } })).status).toBe(200);
  expect((await call('GET', `/tickets/${ticket}`)).body.messages.at(-1)).toMatchObject({ by: 'Ann', customer: false });
  expect((await call('GET', '/workflows')).status).toBe(200);
  expect((await call('GET', '/servers?status=active')).status).toBe(200);
});
