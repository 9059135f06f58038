/** Tests that a leaked token cannot lock its user out by enabling two-factor authentication. */
import { endUnprovenApps } from '@innkeeper/jobs/end-unproven-apps';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { codeOf, fromBase32, stepAt } from '@innkeeper/model/sign-in/totp';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenPassword, givenSession, PASSWORD } from '../../given-sessions.ts';

const JOB = { kind: 'job', name: 'end-unproven-apps', accountId: null, userId: null } as const;
const clock = { now: () => new Date(now) };
let now = Date.parse('2027-03-10T12:00:00Z');
let lab: Lab;
let me: GivenAccount;
let headers: Record<string, string>;
/** Secret of the app that the token has enabled. */
let secret: string;
beforeAll(async () => {
  lab = await openLab({ clock, openBucket: () => () => ({ limit: 1000, remaining: 999 }) });
});
afterAll(() => lab.close());

beforeEach(async () => {
  now += hours(24);
  await runJob();
  me = await givenAccount(lab.db);
  await givenPassword(lab.db, me);
  headers = (await givenSession(lab.db, me, clock.now())).headers;
  secret = await newSecret();
  expect(await enable(me, secret)).toMatchObject({ status: 204 });
  now += minutes(5);
});

type Caller = { token: string } | { headers: Record<string, string> };
const code = (of = secret): string => codeOf(fromBase32(of), stepAt(clock.now()));
const newSecret = async (): Promise<string> => (await lab.call('getTwoFactorSecret', {}, me)).body.secret_key;
const enable = (by: Caller, secret_key: string) =>
  lab.call('enableTwoFactor', { body: { secret_key, otp: code(secret_key) } }, by);
const confirm = (body: object) => lab.call('confirmSession', { body: { password: PASSWORD, ...body } }, { headers });
const isEnabled = async (): Promise<boolean> => (await lab.call('getUser', {}, me)).body['2fa_enabled'];
/** Returns whether a sign-in needs a code. */
const asksForCode = async (): Promise<boolean> =>
  (await lab.call('createSession', { body: { email: me.email, password: PASSWORD } })).body.second_factor !== null;
const runJob = () => endUnprovenApps({ db: lab.db, clock, settings: defaultSettings, actor: JOB, requestId: null });
const wrongCode = { status: 422, body: { errors: { otp: [expect.any(String)] } } };
const wrongState = { status: 422, body: { code: 'wrong_state' } };

test('it is enabled, its user is told at once, and neither sign-in nor confirmation needs a code', async () => {
  expect(await isEnabled()).toBe(true);
  expect(await asksForCode()).toBe(false);
  expect(await confirm({})).toMatchObject({ status: 200 });
  expect((await lab.call('getCurrentSession', {}, { headers })).body).toMatchObject({ user: { two_factor: false } });
  expect((await lab.call('listMembers', {}, me)).body.data).toMatchObject([{ '2fa_enabled': false }]);
  const mails = await lab.db.selectFrom('mails').selectAll().where('address', '=', me.email).execute();
  expect(mails).toMatchObject([{ template: 'two-factor-by-token', user_id: me.userId }]);
  const line = lab.db.selectFrom('audit_log').select('details').where('action', '=', 'enableTwoFactor');
  expect(await line.where('user_id', '=', me.userId).executeTakeFirst()).toEqual({
    details: { unproven_until: new Date(now + minutes(55)).toISOString() },
  });
});

test.each([
  ['confirms its identity with it', () => confirm({ otp: code() })],
  ['creates recovery codes', () => lab.call('createRecoveryCodes', { body: { otp: code() } }, { headers })],
])('a sign-in needs a code once a session %s', async (_what, prove) => {
  expect(await prove()).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
  expect(await asksForCode()).toBe(true);
  now += hours(2);
  expect([await isEnabled(), await asksForCode(), await runJob()]).toEqual([true, true, 0]);
});

test('a wrong code, or the right one from a token, proves nothing', async () => {
  const wrong = code() === '000000' ? '000001' : '000000';
  expect(await confirm({ otp: wrong })).toMatchObject(wrongCode);
  expect(await lab.call('createRecoveryCodes', { body: { otp: code() } }, me)).toMatchObject({ status: 201 });
  expect(await asksForCode()).toBe(false);
});

test('a session replaces it, and a token does not', async () => {
  expect(await enable(me, await newSecret())).toMatchObject(wrongState);
  const own = await newSecret();
  expect(await enable({ headers }, own)).toMatchObject({ status: 204 });
  expect([await isEnabled(), await asksForCode()]).toEqual([true, true]);
  now += hours(2);
  expect([await isEnabled(), await runJob()]).toEqual([true, 0]);
  expect(await enable(me, await newSecret())).toMatchObject(wrongState);
  expect(await lab.call('disableTwoFactor', { body: { otp: code() } }, me)).toMatchObject(wrongCode);
  expect(await lab.call('disableTwoFactor', { body: { otp: code(own) } }, me)).toMatchObject({ status: 204 });
});

test('it ends after an hour, and can then be enabled again', async () => {
  now += minutes(54);
  expect([await isEnabled(), await runJob()]).toEqual([true, 0]);
  now += minutes(1);
  expect(await isEnabled()).toBe(false);
  expect(await confirm({ otp: code() })).toMatchObject({ status: 200 });
  expect(await asksForCode()).toBe(false);
  expect(await lab.call('disableTwoFactor', { body: { otp: code() } }, me)).toMatchObject(wrongState);
  expect(await enable(me, await newSecret())).toMatchObject({ status: 204 });
  now += hours(1);
  expect(await runJob()).toBe(1);
  expect(await lab.db.selectFrom('user_totp').select('user_id').where('user_id', '=', me.userId).execute()).toEqual([]);
  const actions = await lab.db.selectFrom('audit_log').select('action').where('account_id', '=', me.accountId).execute();
  expect(actions.map(({ action }) => action)).toContain('user.two_factor.ended');
});

test('one that a session enabled is proven, and nobody gets a mail', async () => {
  const another = await givenAccount(lab.db);
  const session = await givenSession(lab.db, another, clock.now());
  expect(await enable({ headers: session.headers }, await newSecret())).toMatchObject({ status: 204 });
  expect(await lab.db.selectFrom('mails').select('id').where('address', '=', another.email).execute()).toEqual([]);
  now += hours(2);
  expect((await lab.call('getUser', {}, another)).body['2fa_enabled']).toBe(true);
});
