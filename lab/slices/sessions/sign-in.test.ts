import { codeOf, fromBase32, stepAt } from '@innkeeper/model/sign-in/totp';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';
import { browserHeaders, countedPasswords, givenPassword, givenSession, ORIGIN, PASSWORD } from '../../given-sessions.ts';
import { givenTotp } from '../../given-two-factor.ts';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
const passwords = countedPasswords();
beforeAll(async () => {
  lab = await openLab({ clock, trustProxy: ['127.0.0.1'], userPasswords: passwords });
});
afterAll(() => lab.close());

let places = 0;
/** Returns another address for each test. */
const elsewhere = (): string => `198.51.${Math.floor(places / 250)}.${(places++ % 250) + 1}`;
const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });
const signIn = (email: string, password = PASSWORD, address = elsewhere(), otp?: string) =>
  lab.call('createSession', { body: { email, password, ...(otp && { otp }) } }, { headers: from(address) });
const verify = (sign_in_token: string, otp: string, address = elsewhere()) =>
  lab.call('verifySession', { body: { sign_in_token, otp } }, { headers: from(address) });
const secretOf = ({ headers }: { headers: Record<string, unknown> }): string => {
  const cookie = String(headers['set-cookie']);
  expect(cookie).toMatch(/^__Host-innkeeper-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  return cookie.slice('__Host-innkeeper-session='.length).split(';')[0] ?? '';
};
const wrong = { status: 401, body: { code: 'wrong_credentials' } };

async function givenUser() {
  const account = await givenAccount(lab.db);
  await givenPassword(lab.db, account);
  return account;
}
const linesOf = (userId: number) =>
  lab.db
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'details'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
const mailsTo = (address: string) =>
  lab.db.selectFrom('mails').select(['template', 'data']).where('address', '=', address).orderBy('id').execute();

test('the correct password opens a session, which acts as its user until it ends', async () => {
  const user = await givenUser();
  const reply = await signIn(user.email.toUpperCase());
  expect(reply).toMatchObject({
    status: 201,
    body: { second_factor: null, session: { current: true, account_id: user.accountId } },
  });
  const headers = browserHeaders(secretOf(reply));
  expect(await lab.call('getUser', {}, { headers })).toMatchObject({ status: 200, body: { email: user.email } });
  expect((await lab.call('listSessions', {}, { headers })).body.data).toMatchObject([
    { id: reply.body.session.id, current: true },
  ]);
  expect(await linesOf(user.userId)).toMatchObject([{ action: 'createSession', actor_kind: 'session' }]);
  const out = await lab.call('deleteCurrentSession', {}, { headers });
  expect(out).toMatchObject({ status: 204, headers: { 'set-cookie': expect.stringContaining('Max-Age=0') } });
  await expect.poll(async () => (await lab.call('getUser', {}, { headers })).status, { timeout: 20_000 }).toBe(401);
});

test('unknown addresses, users without a password and wrong passwords get the same reply at the same cost', async () => {
  const [user, without, suspended] = [await givenUser(), await givenAccount(lab.db), await givenUser()];
  await lab.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', suspended.userId).execute();
  const attempts = [
    [user.email, 'another password'],
    [without.email, PASSWORD],
    [suspended.email, PASSWORD],
    ['nobody@example.com', PASSWORD],
  ] as const;
  const bodies = new Set<string>();
  for (const [email, password] of attempts) {
    passwords.judged = 0;
    const reply = await signIn(email, password);
    expect(reply).toMatchObject(wrong);
    expect(reply.headers['set-cookie']).toBeUndefined();
    bodies.add(JSON.stringify({ ...reply.body, request_id: '' }));
    expect(passwords.judged).toBe(1);
  }
  expect(bodies.size).toBe(1);
  expect(await linesOf(user.userId)).toMatchObject([{ action: 'createSession.refused', actor_kind: 'visitor' }]);
});

test('too many wrong passwords throttle other places, but not a place where that user has signed in', async () => {
  const [user, home] = [await givenUser(), elsewhere()];
  expect(await signIn(user.email, PASSWORD, home)).toMatchObject({ status: 201 });
  for (let i = 0; i < 10; i += 1) expect(await signIn(user.email, 'wrong')).toMatchObject(wrong);
  const refused = await signIn(user.email, 'wrong');
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(await signIn(user.email, PASSWORD, home)).toMatchObject({ status: 201 });
  // An unknown email address is refused in the same way.
  for (let i = 0; i < 10; i += 1) expect(await signIn('nobody-2@example.com')).toMatchObject(wrong);
  expect(await signIn('nobody-2@example.com')).toMatchObject({ status: 429 });
  // The limit is a delay, not a lock.
  now += minutes(1);
  expect(await signIn(user.email)).toMatchObject({ status: 201 });
});

test('throttles an address that tries many users, known or not; correct passwords do not count', async () => {
  const [user, address] = [await givenUser(), elsewhere()];
  for (let i = 0; i < 20; i += 1) expect(await signIn(`nobody-${i}@example.org`, 'wrong', address)).toMatchObject(wrong);
  expect(await signIn(user.email, PASSWORD, address)).toMatchObject({ status: 429 });
  const office = elsewhere();
  for (let i = 0; i < 25; i += 1) expect((await signIn(user.email, PASSWORD, office)).status).toBe(201);
});

test('requires a code from a user with an authenticator app, in the same request or later, and each code once', async () => {
  const user = await givenUser();
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await givenTotp(lab.db, user, secret);
  const code = () => codeOf(fromBase32(secret), stepAt(clock.now()));
  const asked = await signIn(user.email);
  expect(asked).toMatchObject({ status: 201, body: { session: null, second_factor: { methods: ['totp', 'recovery_code'] } } });
  expect(asked.headers['set-cookie']).toBeUndefined();
  const { sign_in_token } = asked.body.second_factor;
  const badCode = code() === '000000' ? '000001' : '000000';
  expect(await verify(sign_in_token, badCode)).toMatchObject({ status: 422, body: { errors: { otp: [expect.any(String)] } } });
  const done = await verify(sign_in_token, code());
  expect(done).toMatchObject({ status: 201, body: { current: true } });
  secretOf(done);
  expect(await verify(sign_in_token, code())).toMatchObject({
    status: 422,
    body: { errors: { sign_in_token: [expect.any(String)] } },
  });
  expect(await signIn(user.email, PASSWORD, elsewhere(), code())).toMatchObject({
    status: 422,
    body: { errors: { otp: [expect.any(String)] } },
  });
  now += minutes(1);
  expect(await signIn(user.email, PASSWORD, elsewhere(), code())).toMatchObject({ status: 201, body: { second_factor: null } });
  // The code is not even checked without the right password.
  now += minutes(1);
  expect(await signIn(user.email, 'wrong', elsewhere(), code())).toMatchObject(wrong);
});

test('a challenge ends after five wrong codes or ten minutes', async () => {
  const user = await givenUser();
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await givenTotp(lab.db, user, secret);
  const code = () => codeOf(fromBase32(secret), stepAt(clock.now()));
  const { sign_in_token } = (await signIn(user.email)).body.second_factor;
  for (let i = 0; i < 5; i += 1) expect((await verify(sign_in_token, 'aaaa-bbbb-cccc')).status).toBe(422);
  const over = { status: 422, body: { errors: { sign_in_token: [expect.any(String)] } } };
  expect(await verify(sign_in_token, code())).toMatchObject(over);
  const late = (await signIn(user.email)).body.second_factor.sign_in_token;
  now += minutes(10);
  expect(await verify(late, code())).toMatchObject(over);
});

test('mails a code to a user who has chosen codes by email', async () => {
  const user = await givenUser();
  await lab.db.updateTable('users').set({ email_otp_enabled: true }).where('id', '=', user.userId).execute();
  const asked = await signIn(user.email);
  expect(asked).toMatchObject({ body: { session: null, second_factor: { methods: ['email'] } } });
  const [mail] = await mailsTo(user.email);
  expect(mail).toMatchObject({ template: 'sign-in-code', data: { code: expect.stringMatching(/^\d{6}$/) } });
  const { code } = (mail?.data ?? { code: '' }) as { code: string };
  expect((await verify(asked.body.second_factor.sign_in_token, code === '000000' ? '1' : '000000')).status).toBe(422);
  expect(await verify(asked.body.second_factor.sign_in_token, code)).toMatchObject({ status: 201 });
  for (let i = 0; i < 4; i += 1) expect((await signIn(user.email)).status).toBe(201);
  expect(await signIn(user.email)).toMatchObject({ status: 429 });
});

test('mails the user about a sign-in from a new place, except the first one', async () => {
  const [user, home] = [await givenUser(), elsewhere()];
  await signIn(user.email, PASSWORD, home);
  await signIn(user.email, PASSWORD, home);
  expect(await mailsTo(user.email)).toEqual([]);
  const away = elsewhere();
  await signIn(user.email, PASSWORD, away);
  expect(await mailsTo(user.email)).toMatchObject([{ template: 'new-sign-in', data: { address: away } }]);
});

test('pages of other origins cannot sign anybody in', async () => {
  const user = await givenUser();
  const sent = (origin: string) =>
    lab.call('createSession', { body: { email: user.email, password: PASSWORD } }, { headers: { origin } });
  expect(await sent('https://evil.example.com')).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  expect(await sent('null')).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  expect(await sent(ORIGIN)).toMatchObject({ status: 201 });
});

test('signing in again in the same browser leaves one session', async () => {
  const user = await givenUser();
  const { headers } = await givenSession(lab.db, user, clock.now());
  const again = await lab.call('createSession', { body: { email: user.email, password: PASSWORD } }, { headers });
  expect(again.status).toBe(201);
  await expect.poll(async () => (await lab.call('getUser', {}, { headers })).status, { timeout: 20_000 }).toBe(401);
  expect((await lab.call('listSessions', {}, { token: user.token })).body.meta.total).toBe(1);
});

test('a session ends after days without use, or after a month in any case', async () => {
  const user = await givenUser();
  const { headers } = await givenSession(lab.db, user, clock.now());
  const ask = async () => (await lab.call('getBalance', {}, { headers })).status;
  now += days(2);
  expect(await ask()).toBe(200);
  // The network of the last use is written after the reply.
  await expect
    .poll(async () => (await lab.call('listSessions', {}, { token: user.token })).body.data[0]?.last_used_at)
    .toMatch(/^2027-03-12/);
  now += days(3) + minutes(1);
  expect(await ask()).toBe(401);
});
