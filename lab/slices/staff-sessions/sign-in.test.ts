import { hours, minutes, seconds } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';
import { countedPasswords } from '../../given-sessions.ts';
import { givenStaff, givenStaffSession, staffHeaders } from '../../given-staff.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { from, linesAbout, nextAddress, PASSWORD, type Staff, secretOf, staffOf } from './kit.ts';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
let operator: Operator;
let staff: Staff;
const passwords = countedPasswords();
beforeAll(async () => {
  lab = await openLab({ clock, trustProxy: ['127.0.0.1'], userPasswords: passwords });
  operator = openOperator({ db: lab.db, clock });
  const wait = (): void => {
    now += minutes(1);
  };
  staff = staffOf({ lab, operator, now: clock.now, wait });
});
afterAll(() => lab.close());

const get = (path: string, headers: Record<string, string>) =>
  lab.send({ method: 'GET', url: `/v1/operator${path}`, headers: { ...from(nextAddress()), ...headers } });
const send = (method: 'POST' | 'DELETE', path: string, headers: Record<string, string>, payload?: object) =>
  lab.send({ method, url: `/v1/operator${path}`, headers: { ...from(nextAddress()), ...headers }, ...(payload && { payload }) });
const wrong = { status: 401, body: { code: 'wrong_credentials' } };
const unknown = { status: 401, body: { code: 'unauthenticated' } };

test('password and code open a session, which acts as its staff member until it ends', async () => {
  const ann = await staff.person();
  const reply = await staff.signIn({ email: ann.email.toUpperCase() }, staff.code(ann.secret));
  const me = { id: ann.id, email: ann.email, name: ann.name, role: 'support' };
  expect(reply).toMatchObject({ status: 201, body: { staff: me, recovery_codes_left: 10 } });
  const headers = staffHeaders(secretOf(reply));
  expect(reply.text).not.toContain(secretOf(reply));
  expect(await get('/sessions/current', headers)).toMatchObject({ status: 200, body: { id: reply.body.id, staff: me } });
  const customer = await givenAccount(lab.db);
  const path = `/accounts/${customer.accountId}/suspend`;
  expect(await send('POST', path, headers, { reason: 'Sends spam.' })).toMatchObject({ status: 200 });
  expect(await send('DELETE', '/sessions/current', headers)).toMatchObject({
    status: 200,
    headers: { 'set-cookie': expect.stringContaining('Max-Age=0') },
  });
  expect(await get('/sessions/current', headers)).toMatchObject(unknown);
  const lines = await linesAbout(lab.db, ann.id);
  expect(lines.map(({ action }) => action)).toEqual([
    ...['addStaff', 'inviteStaff', 'completeStaffSetUp', 'createStaffSession', 'suspendAccount', 'deleteStaffSession'],
  ]);
  for (const line of lines.slice(2)) expect(line).toMatchObject({ actor_kind: 'staff', actor_id: ann.id, actor_name: ann.name });
});

test('every wrong credential gets the same reply at the same cost', async () => {
  const [ann, left, invited] = [await staff.person(), await staff.person(), await givenStaff(lab.db, { role: 'support' })];
  await operator.run('disableStaff', { person: left.email });
  const code = staff.code(ann.secret);
  const other = code === '000000' ? '000001' : '000000';
  const attempts = [
    [ann.email, 'another password', code],
    [ann.email, PASSWORD, other],
    [ann.email, PASSWORD, 'abcd-abcd-abcd'],
    [ann.email, 'another password', ann.recoveryCodes[0]],
    [left.email, PASSWORD, staff.code(left.secret)],
    [`${invited.name.toLowerCase().replaceAll(' ', '-')}@host.example`, PASSWORD, code],
    ['nobody@host.example', PASSWORD, code],
  ] as const;
  const bodies = new Set<string>();
  for (const [email, password, otp] of attempts) {
    passwords.judged = 0;
    const reply = await staff.signIn({ email }, String(otp), { password });
    expect(reply).toMatchObject(wrong);
    expect(reply.headers['set-cookie']).toBeUndefined();
    bodies.add(JSON.stringify({ ...reply.body, request_id: '' }));
    expect(passwords.judged).toBe(1);
  }
  expect(bodies.size).toBe(1);
  // None of these attempts has used up the code, and each has left an audit line.
  expect(await staff.signIn(ann, code)).toMatchObject({ status: 201, body: { recovery_codes_left: 10 } });
  const lines = (await linesAbout(lab.db, ann.id)).filter(({ action }) => action === 'createStaffSession.refused');
  expect(lines.map(({ details }) => (details as { why: string }).why)).toEqual([
    ...['password', 'second factor', 'second factor', 'password'],
  ]);
  expect(lines[0]).toMatchObject({ actor_kind: 'visitor', actor_name: null });
});

/** Sends `count` requests at once. All of them wait for the row of the person before one continues. */
async function whileHeld({ id }: { id: number }, count: number, send: () => Promise<Answer>): Promise<Answer[]> {
  const sent = await lab.db.transaction().execute(async (trx) => {
    await trx.selectFrom('staff').select('id').where('id', '=', id).forUpdate().execute();
    const all = Promise.all(Array.from({ length: count }, send));
    const wait = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await wait.execute(lab.db)).rows.length).toBe(count);
    return { all };
  });
  return sent.all;
}

test('a code works once, also of four concurrent requests and one step off; so does a recovery code', async () => {
  const ann = await staff.person();
  const code = staff.code(ann.secret);
  const at = nextAddress();
  const answers = await whileHeld(ann, 4, () => staff.signIn(ann, code, { address: at }));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401]);
  now += seconds(30);
  expect(await staff.signIn(ann, code)).toMatchObject(wrong);
  const late = staff.code(ann.secret);
  now += seconds(30);
  expect(await staff.signIn(ann, late)).toMatchObject({ status: 201 });
  const old = staff.code(ann.secret);
  now += seconds(60);
  expect(await staff.signIn(ann, old)).toMatchObject(wrong);
  const spelt = String(ann.recoveryCodes[3]).toUpperCase().replaceAll('-', ' ');
  expect(await staff.signIn(ann, spelt)).toMatchObject({ status: 201, body: { recovery_codes_left: 9 } });
  expect(await staff.signIn(ann, String(ann.recoveryCodes[3]))).toMatchObject(wrong);
});

test('too many wrong attempts throttle a person or unknown name, but not a place where the person signed in', async () => {
  const [ann, home] = [await staff.person(), nextAddress()];
  expect(await staff.signIn(ann, staff.code(ann.secret), { address: home })).toMatchObject({ status: 201 });
  for (const who of [ann, { email: 'nobody-2@host.example' }]) {
    for (let i = 0; i < 10; i += 1) expect(await staff.signIn(who, '123456', { password: 'wrong' })).toMatchObject(wrong);
    const refused = await staff.signIn(who, '123456');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  }
  now += seconds(30);
  expect(await staff.signIn(ann, staff.code(ann.secret), { address: home })).toMatchObject({ status: 201 });
  now += minutes(1);
  expect(await staff.signIn(ann, staff.code(ann.secret))).toMatchObject({ status: 201 });
});

test('throttles an address that tries many people', async () => {
  const [ann, address] = [await staff.person(), nextAddress()];
  for (let i = 0; i < 20; i += 1)
    expect(await staff.signIn({ email: `nobody-${i}@host.example` }, '123456', { address })).toMatchObject(wrong);
  expect(await staff.signIn(ann, staff.code(ann.secret), { address })).toMatchObject({ status: 429 });
});

test('a session ends 30 minutes after its last use, and after 12 hours however much it is used', async () => {
  const ann = await staff.person();
  const used = await staff.browser(ann);
  const began = now;
  for (; now < began + hours(12) - minutes(29); now += minutes(29)) {
    expect((await get('/alerts', used)).status).toBe(200);
    // Its use is recorded in the background.
    await expect.poll(() => lastUse(ann.id), { timeout: 20_000 }).toBe(now);
  }
  expect((await get('/alerts', used)).status).toBe(200);
  now = began + hours(12);
  expect(await get('/alerts', used)).toMatchObject(unknown);
  const idle = await staff.browser(ann);
  now += minutes(30);
  expect(await get('/alerts', idle)).toMatchObject(unknown);
  const { data } = await operator.run('tokensStaff', { person: ann.email });
  expect(data.map(({ state }) => state)).toEqual(['expired', 'expired']);
});

const lastUse = async (staffId: number): Promise<number | undefined> => {
  const ofPerson = lab.db.selectFrom('staff_tokens').select('last_used_at').where('staff_id', '=', staffId);
  const one = ofPerson.where('kind', '=', 'session').orderBy('id', 'desc').limit(1);
  return (await one.executeTakeFirstOrThrow()).last_used_at?.getTime();
};

test('sensitive operations require authentication within 15 minutes, for which cookie and password are not enough', async () => {
  const ann = await staff.person('billing');
  const { accountId } = await givenAccount(lab.db);
  const headers = await staff.browser(ann);
  const fund = () => send('POST', `/accounts/${accountId}/fund`, headers, { amount: '5', reason: 'Sorry' });
  const confirm = (otp: string, password = PASSWORD) => send('POST', '/sessions/confirm', headers, { password, otp });
  const taken = staff.code(ann.secret);
  expect(await fund()).toMatchObject({ status: 200 });
  expect(await confirm(taken)).toMatchObject(wrong);
  now += minutes(16);
  expect(await fund()).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  expect((await get('/alerts', headers)).status).toBe(200);
  expect(await confirm(staff.code(ann.secret), 'another password')).toMatchObject(wrong);
  expect(await fund()).toMatchObject({ status: 403 });
  expect(await confirm(staff.code(ann.secret))).toMatchObject({
    status: 200,
    body: { authenticated_at: clock.now().toISOString() },
  });
  expect(await fund()).toMatchObject({ status: 200 });
  // Tokens of programs need no recent proof, and have nothing to confirm.
  const { token } = await operator.run('tokenStaff', { person: ann.email });
  const bearer = { authorization: `Bearer ${token}` };
  now += minutes(20);
  expect(await send('POST', `/accounts/${accountId}/fund`, bearer, { amount: '5', reason: 'Sorry' })).toMatchObject({
    status: 200,
  });
  passwords.judged = 0;
  expect(await send('POST', '/sessions/confirm', bearer, { password: PASSWORD, otp: '123456' })).toMatchObject({
    status: 422,
    body: { code: 'wrong_state' },
  });
  expect(passwords.judged).toBe(0);
});

test('operator and owner list sessions and end one; a disabled person is signed out at once, even if re-enabled', async () => {
  const [ann, owner] = [await staff.person(), await givenStaff(lab.db, { role: 'owner', now: clock.now() })];
  const bearer = { authorization: `Bearer ${owner.token}` };
  const first = await staff.browser(ann);
  const listed = await get(`/staff/tokens?person=${ann.id}`, bearer);
  expect(listed.body.data).toMatchObject([{ kind: 'session', state: 'valid', hint: '' }]);
  expect((await operator.run('listStaff', { per_page: 1000 })).data.find(({ id }) => id === ann.id)).toMatchObject({ tokens: 0 });
  expect((await send('DELETE', `/staff/tokens/${listed.body.data[0].id}`, bearer)).status).toBe(200);
  expect(await get('/alerts', first)).toMatchObject(unknown);
  const second = await staff.browser(ann);
  expect((await get('/alerts', second)).status).toBe(200);
  await operator.run('disableStaff', { person: ann.email });
  expect(await get('/alerts', second)).toMatchObject(unknown);
  await operator.run('enableStaff', { person: ann.email });
  expect(await get('/alerts', second)).toMatchObject(unknown);
  now += minutes(1);
  expect(await staff.signIn(ann, staff.code(ann.secret))).toMatchObject(wrong);
});

test('signing in again in the same browser ends the previous session, and foreign pages cannot sign in', async () => {
  const ann = await staff.person();
  const before = await staff.browser(ann);
  now += minutes(1);
  const body = { email: ann.email, password: PASSWORD, otp: staff.code(ann.secret) };
  expect(await staff.post('', body, { origin: 'https://evil.example' })).toMatchObject({
    status: 403,
    body: { code: 'foreign_origin' },
  });
  expect((await get('/alerts', before)).status).toBe(200);
  const after = staffHeaders(secretOf(await staff.post('', body, before)));
  expect(await get('/alerts', before)).toMatchObject(unknown);
  expect((await get('/alerts', after)).status).toBe(200);
});

test('keeps the latest hundred sessions of a staff member', async () => {
  const ann = await staff.person();
  for (let i = 0; i < 101; i += 1) await givenStaffSession(lab.db, ann, clock.now());
  const headers = await staff.browser(ann);
  const { total, data } = await operator.run('tokensStaff', { person: ann.email });
  expect(total).toBe(100);
  expect((await get('/sessions/current', headers)).body.id).toBe(data.at(-1)?.id);
});
