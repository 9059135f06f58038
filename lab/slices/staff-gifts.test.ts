/** Tests that time given by the staff counts against the daily limit, as credits do. */
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, type Lab, openLab } from '../app.ts';
import { expectBooksClean } from '../books.ts';
import { type GivenAccount, givenAccount, givenNode } from '../given.ts';
import { givenPaidTerm } from '../given-paid-term.ts';
import { type GivenStaff, givenStaff } from '../given-staff.ts';
import { openOperator } from '../operator.ts';
import { ANCHOR, renewalHelpers } from './renewals/given-renewing.ts';

const BEGIN = new Date('2027-02-10T06:30:00Z');
let lab: Lab;
let now = BEGIN;
const clock = { now: () => now };
let me: GivenAccount;
let ann: GivenStaff;
let bob: GivenStaff;
beforeAll(async () => {
  lab = await openLab({ clock });
  await givenNode(lab.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = BEGIN;
  me = await givenAccount(lab.db);
  [ann, bob] = [await givenStaff(lab.db, { role: 'billing', now }), await givenStaff(lab.db, { role: 'billing', now })];
});
afterEach(() => expectBooksClean(lab.db));

/** Inserts a server that is paid until February 28th. It costs 40.00 a month, or 48.00 with Austrian VAT. */
async function server(fields = {}): Promise<number> {
  const id = await renewalHelpers(lab, clock).server(me.accountId, { renew_price: 4_000n, ...fields });
  await givenPaidTerm(lab.db, id, ANCHOR);
  return id;
}
const call = (method: 'PATCH' | 'POST', path: string, by: GivenStaff, payload?: object): Promise<Answer> =>
  lab.send({ method, url: `/v1/operator${path}`, headers: { authorization: `Bearer ${by.token}` }, ...(payload && { payload }) });
const move = (id: number, end: string, by = ann) =>
  call('PATCH', `/services/${id}`, by, { expiry_at: `${end}T12:00:00Z`, reason: 'For the outage.' });
const approve = (answer: Answer, by = bob) => call('POST', `/approvals/${answer.body.id}/approve`, by);
const endOf = async (id: number) =>
  (await lab.db.selectFrom('services').select('expiry_at').where('id', '=', id).executeTakeFirstOrThrow()).expiry_at
    ?.toISOString()
    .slice(0, 10);

test('one or several gifts over the limit wait for another person, together with credits', async () => {
  const [one, other] = [await server(), await server()];
  expect((await move(one, '2027-03-28')).status).toBe(200);
  const credit = { amount: '30', reason: 'Sorry' };
  expect((await call('POST', `/accounts/${me.accountId}/fund`, ann, credit)).status).toBe(200);
  const waiting = await move(other, '2027-03-28');
  expect(waiting).toMatchObject({
    status: 202,
    body: { operation: 'setService', amount: '48.00', account: me.accountId, state: 'waiting', requested_by: ann.name },
  });
  expect(await endOf(other)).toBe('2027-02-28');
  expect(await call('POST', `/accounts/${me.accountId}/fund`, ann, credit)).toMatchObject({ status: 202 });
  expect((await move(other, '2027-03-05')).status).toBe(200);
  expect(await approve(waiting, ann)).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  expect((await approve(waiting)).body).toMatchObject({ state: 'approved', decided_by: bob.name });
  expect(await endOf(other)).toBe('2027-03-28');
  expect((await approve(waiting)).body.code).toBe('wrong_state');
  now = new Date(now.getTime() + hours(24));
  expect((await move(one, '2027-04-28')).status).toBe(200);
});

test('moving an expiry back does not free the limit, and needs no approval', async () => {
  const id = await server();
  expect((await move(id, '2027-04-28')).status).toBe(200);
  expect((await move(id, '2027-02-20')).status).toBe(200);
  expect(await move(id, '2027-02-25')).toMatchObject({ status: 202, body: { amount: '7.75' } });
  expect((await approve(await move(id, '2027-12-20'))).status).toBe(200);
  // A gift that bob approves counts against bob's limit.
  expect((await move(id, '2027-11-20', bob)).status).toBe(200);
  expect((await move(id, '2027-11-21', bob)).status).toBe(202);
});

test('an approval gives no more than requested', async () => {
  const id = await server();
  const waiting = await move(id, '2027-05-28');
  expect(waiting).toMatchObject({ status: 202, body: { amount: '144.00' } });
  expect((await move(id, '2027-02-15')).status).toBe(200);
  expect(await approve(waiting)).toMatchObject({
    status: 422,
    body: { code: 'wrong_state', message: expect.stringMatching(/worth more/) },
  });
  expect(await endOf(id)).toBe('2027-02-15');
  expect((await move(id, '2027-02-28')).status).toBe(200);
  expect((await approve(waiting)).body).toMatchObject({ state: 'approved' });
});

test('refuses an invalid gift before it requests approval', async () => {
  const id = await server();
  expect(await move(999_999, '2037-01-01')).toMatchObject({ status: 404 });
  expect(await move(id, '2037-01-01')).toMatchObject({ status: 422, body: { errors: { expiry_at: [/5 years/] } } });
  const rows = lab.db.selectFrom('staff_approvals').select('id').where('account_id', '=', me.accountId);
  expect(await rows.execute()).toEqual([]);
});

test('the value of a gift includes VAT if its owner pays any', async () => {
  const { id: country_id } = await lab.db.selectFrom('countries').select('id').where('code', '=', 'CH').executeTakeFirstOrThrow();
  await lab.db.updateTable('accounts').set({ country_id }).where('id', '=', me.accountId).execute();
  expect(await move(await server(), '2027-05-28')).toMatchObject({ status: 202, body: { amount: '120.00' } });
});

test('the host has no limit, and restoring time that the staff had withheld is not a gift', async () => {
  const operator = openOperator({ db: lab.db, clock });
  const id = await server();
  await operator.run('setService', { service: id, expiry_at: '2028-02-28T12:00:00Z', reason: 'For the outage.' });
  expect(await endOf(id)).toBe('2028-02-28');
  const suspended = { status: 'suspended', suspended_at: now, staff_suspended_at: now, staff_suspend_reason: 'Given' } as const;
  await lab.db.updateTable('services').set(suspended).where('id', '=', id).execute();
  now = new Date(now.getTime() + days(200));
  const eve = await givenStaff(lab.db, { role: 'billing', now });
  expect(await call('POST', `/services/${id}/resume`, eve, { extend: true })).toMatchObject({ status: 200 });
  expect(await endOf(id)).toBe('2028-09-15');
  expect((await call('POST', `/accounts/${me.accountId}/fund`, eve, { amount: '100', reason: 'Sorry' })).status).toBe(200);
});
