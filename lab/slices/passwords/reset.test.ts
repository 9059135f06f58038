import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { sendMails } from '@innkeeper/jobs/send-mails';
import { sendPasswordResets } from '@innkeeper/jobs/send-password-resets';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { fakeMail } from '../../fake-mail.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenPassword, givenSession, PASSWORD } from '../../given-sessions.ts';
import { givenTotp } from '../../given-two-factor.ts';

const NEW = 'eight blue umbrellas';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
let worker: OpenDatabase;
beforeAll(async () => {
  lab = await openLab({ clock, trustProxy: ['127.0.0.1'] });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE), clock });
});
afterAll(async () => {
  await worker.close();
  await lab.close();
});

let places = 0;
/** Returns another address for each request. */
const elsewhere = (): string => `198.51.${Math.floor(places / 250)}.${(places++ % 250) + 1}`;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' } });
const ask = (email: string, address = elsewhere()) => lab.call('createPasswordReset', { body: { email } }, from(address));
const confirm = (secret: string, password = NEW) =>
  lab.call('confirmPasswordReset', { body: { secret, password } }, from(elsewhere()));
const signIn = (email: string, password: string) => lab.call('createSession', { body: { email, password } }, from(elsewhere()));
/** Runs the job as the worker does. */
const send = () => sendPasswordResets(givenJobCx(worker.db, { clock }));

const mailsTo = (email: string) =>
  lab.db.selectFrom('mails').select(['template', 'data']).where('address', '=', email).orderBy('id').execute();
/** Returns the secrets of the links that a user was sent, oldest first. */
async function secretsOf({ email }: GivenAccount): Promise<string[]> {
  const mails = await mailsTo(email);
  return mails.flatMap(({ template, data }) => {
    if (template !== 'password-reset') return [];
    return [new URL((data as { link: string }).link).searchParams.get('password_reset') ?? ''];
  });
}
async function linkFor(user: GivenAccount): Promise<string> {
  expect(await ask(user.email)).toMatchObject({ status: 204 });
  await send();
  return (await secretsOf(user)).at(-1) ?? '';
}
const noSuch = { status: 422, body: { errors: { secret: [expect.stringContaining('no longer valid')] } } };

test('a user without a password sets the first one by a link, and signs in with it', async () => {
  const user = await givenAccount(lab.db);
  expect(await ask(user.email.toUpperCase())).toMatchObject({ status: 204 });
  expect(await send()).toBe(1);
  const [secret = ''] = await secretsOf(user);
  expect(secret).toMatch(/^[\w-]{43}$/);
  const reply = await confirm(secret);
  expect(reply).toMatchObject({ status: 204 });
  expect(reply.headers['set-cookie']).toBeUndefined();
  expect(await signIn(user.email, NEW)).toMatchObject({ status: 201, body: { second_factor: null } });
  expect((await mailsTo(user.email)).map(({ template }) => template)).toEqual(['password-reset', 'password-changed']);
  const lines = await lab.db
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'account_id', 'resource_id'])
    .where('user_id', '=', user.userId)
    .orderBy('id')
    .execute();
  const ofUser = { actor_kind: 'visitor', account_id: user.accountId, resource_id: user.userId };
  expect(lines).toMatchObject([
    { action: 'createPasswordReset', ...ofUser },
    { action: 'confirmPasswordReset', ...ofUser },
    { action: 'createSession', actor_kind: 'session' },
  ]);
});

test('a request has the same effect for known and unknown addresses, and unknown ones are purged', async () => {
  const [user, suspended] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  await lab.db.updateTable('users').set({ suspended_at: clock.now() }).where('id', '=', suspended.userId).execute();
  const emails = [user.email, suspended.email, 'nobody@example.com'];
  for (const email of emails) {
    const reply = await ask(email);
    expect([reply.status, reply.text]).toEqual([204, '']);
  }
  // The request stores each address in the same way and looks up none.
  const rows = () => lab.db.selectFrom('password_resets').select(['email', 'user_id']).where('email', 'in', emails).execute();
  expect((await rows()).map(({ user_id }) => user_id)).toEqual([null, null, null]);
  expect(await mailsTo(user.email)).toEqual([]);
  // Repeated requests send only one mail.
  expect((await ask(user.email)).status).toBe(204);
  expect(await send()).toBe(3);
  expect(await rows()).toEqual([{ email: user.email, user_id: user.userId }]);
  expect(await secretsOf(user)).toHaveLength(1);
  expect(await mailsTo(suspended.email)).toEqual([]);
  expect(await mailsTo('nobody@example.com')).toEqual([]);
  expect(await send()).toBe(0);
});

test('a link works once, for an hour, until a newer one is sent or its user is suspended', async () => {
  const user = await givenAccount(lab.db);
  const first = await linkFor(user);
  now += minutes(1);
  const second = await linkFor(user);
  expect(await confirm(first)).toMatchObject(noSuch);
  expect(await confirm(second)).toMatchObject({ status: 204 });
  expect(await confirm(second, 'nine quiet harbours')).toMatchObject(noSuch);
  expect(await signIn(user.email, NEW)).toMatchObject({ status: 201 });
  expect(await confirm('A'.repeat(43))).toMatchObject(noSuch);

  now += hours(2);
  const late = await linkFor(user);
  now += hours(1);
  expect(await confirm(late)).toMatchObject(noSuch);
  const held = await linkFor(user);
  await lab.db.updateTable('users').set({ suspended_at: clock.now() }).where('id', '=', user.userId).execute();
  expect(await confirm(held)).toMatchObject(noSuch);
});

test('two concurrent requests set one password', async () => {
  const user = await givenAccount(lab.db);
  const secret = await linkFor(user);
  const replies = await Promise.all([confirm(secret), confirm(secret, 'nine quiet harbours')]);
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 422]);
});

test('a reset ends sessions and pending sign-ins, and keeps the second factor', async () => {
  const user = await givenAccount(lab.db);
  await givenPassword(lab.db, user);
  await givenTotp(lab.db, user, 'JBSWY3DPEHPK3PXP');
  const { headers } = await givenSession(lab.db, user, clock.now());
  const { sign_in_token } = (await signIn(user.email, PASSWORD)).body.second_factor;
  expect(await confirm(await linkFor(user))).toMatchObject({ status: 204 });
  await expect.poll(async () => (await lab.call('getUser', {}, { headers })).status, { timeout: 20_000 }).toBe(401);
  const verified = await lab.call('verifySession', { body: { sign_in_token, otp: '123456' } }, from(elsewhere()));
  expect(verified).toMatchObject({ status: 422, body: { errors: { sign_in_token: [expect.any(String)] } } });
  expect(await signIn(user.email, PASSWORD)).toMatchObject({ status: 401 });
  expect(await signIn(user.email, NEW)).toMatchObject({
    status: 201,
    body: { second_factor: { methods: ['totp', 'recovery_code'] } },
  });
  // Tokens belong to programs, and stay valid.
  expect(await lab.call('getUser', {}, { token: user.token })).toMatchObject({ status: 200 });
});

test('refuses a password that is easy to guess, and the link stays valid', async () => {
  const user = await givenAccount(lab.db);
  const secret = await linkFor(user);
  for (const password of ['short', 'password2027', user.email, 'abababababab'])
    expect(await confirm(secret, password)).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
  expect(await confirm(secret)).toMatchObject({ status: 204 });
});

test('a user gets three links per hour, and the reply does not reveal the limit', async () => {
  const user = await givenAccount(lab.db);
  for (let i = 0; i < 5; i += 1) await linkFor(user);
  expect(await secretsOf(user)).toHaveLength(3);
  // The latest link is valid.
  expect(await confirm((await secretsOf(user))[2] ?? '')).toMatchObject({ status: 204 });
  now += hours(1);
  await linkFor(user);
  expect(await secretsOf(user)).toHaveLength(4);
});

test('throttles a client that requests links for many addresses, known or not', async () => {
  const address = elsewhere();
  for (let i = 0; i < 10; i += 1) expect((await ask(`nobody-${i}@example.net`, address)).status).toBe(204);
  expect(await ask('nobody@example.net', address)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  now += minutes(5);
  expect((await ask('nobody@example.net', address)).status).toBe(204);
});

test("the secret is removed from the mail's row after the mail is sent", async () => {
  const user = await givenAccount(lab.db);
  const secret = await linkFor(user);
  const mail = fakeMail();
  // A run may leave some mails to the next run.
  while ((await sendMails({ ...givenJobCx(worker.db, { clock }), mail })) > 0);
  expect(mail.sent.find(({ to }) => to === user.email)?.text).toContain(secret);
  expect(JSON.stringify(await mailsTo(user.email))).not.toContain(secret);
});
