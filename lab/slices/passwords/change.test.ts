import { openUserPasswords, type UserPasswords } from '@innkeeper/domain/passwords/hash';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';
import { browserHeaders, givenPassword, givenSession, PASSWORD } from '../../given-sessions.ts';

const NEW = 'eight blue umbrellas';

let now = Date.now();
const clock = { now: () => new Date(now) };
let lab: Lab;
/** Runs between the check of the password and the transaction. */
let meanwhile: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  const passwords = openUserPasswords();
  const interrupted: UserPasswords = {
    ...passwords,
    async verify(stored, password, key) {
      const fits = await passwords.verify(stored, password, key);
      await meanwhile?.();
      return fits;
    },
  };
  lab = await openLab({ clock, userPasswords: interrupted });
});
afterAll(() => lab.close());

async function given() {
  const user = await givenAccount(lab.db);
  await givenPassword(lab.db, user);
  return { ...user, ...(await givenSession(lab.db, user, clock.now())) };
}
const change = (headers: Record<string, string>, body: object) => lab.call('changePassword', { body }, { headers });
const signIn = (email: string, password: string) => lab.call('createSession', { body: { email, password } });
const statusOf = async (headers: Record<string, string>) => (await lab.call('getBalance', {}, { headers })).status;
const errorOf = (field: string) => ({ status: 422, body: { code: 'validation', errors: { [field]: [expect.any(String)] } } });

test('changing the password ends all other sessions and gives the current one a new secret', async () => {
  const { headers, secret, email, userId, ...account } = await given();
  const other = await givenSession(lab.db, { userId, ...account }, clock.now());
  const reply = await change(headers, { current_password: PASSWORD, password: NEW });
  expect(reply).toMatchObject({ status: 204 });
  const next = /^__Host-innkeeper-session=([\w-]{43});/.exec(String(reply.headers['set-cookie']))?.[1] ?? '';
  expect(next).not.toBe(secret);
  expect(await statusOf(browserHeaders(next))).toBe(200);
  await expect.poll(() => statusOf(other.headers), { timeout: 20_000 }).toBe(401);
  expect(await signIn(email, PASSWORD)).toMatchObject({ status: 401 });
  expect(await signIn(email, NEW)).toMatchObject({ status: 201 });
  const mails = await lab.db.selectFrom('mails').select('template').where('user_id', '=', userId).execute();
  expect(mails).toContainEqual({ template: 'password-changed' });
  const lines = await lab.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  expect(lines[0]).toMatchObject({ action: 'changePassword', details: { ended: 1 } });
});

test('requires the current password, which a stolen session does not have', async () => {
  const { headers, email, userId } = await given();
  expect(await change(headers, { password: NEW })).toMatchObject(errorOf('current_password'));
  expect(await change(headers, { current_password: 'wrong', password: NEW })).toMatchObject(errorOf('current_password'));
  const lines = await lab.db.selectFrom('audit_log').select('action').where('user_id', '=', userId).execute();
  expect(lines).toEqual([{ action: 'changePassword.refused' }]);
  expect(await signIn(email, PASSWORD)).toMatchObject({ status: 201 });
});

test('a user without a password can set one', async () => {
  const user = await givenAccount(lab.db);
  const { headers } = await givenSession(lab.db, user, clock.now());
  expect(await change(headers, { password: NEW })).toMatchObject({ status: 204 });
  expect(await signIn(user.email, NEW)).toMatchObject({ status: 201 });
});

test('refuses a password that is easy to guess', async () => {
  const { headers, email } = await given();
  for (const password of ['too short', 'Password2027!', `${email}1`, 'example.com', '1234567890'])
    expect(await change(headers, { current_password: PASSWORD, password })).toMatchObject(errorOf('password'));
});

test('refuses access tokens, and sessions without recent authentication', async () => {
  const { headers, token } = await given();
  const body = { current_password: PASSWORD, password: NEW };
  expect(await lab.call('changePassword', { body }, { token })).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  now += minutes(16);
  expect(await change(headers, body)).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
});

test('refuses a sign-in or change if the password changes while it is checked', async () => {
  const { headers, email, userId } = await given();
  meanwhile = () => lab.db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', userId).execute();
  expect(await signIn(email, PASSWORD)).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  await givenPassword(lab.db, { userId });
  const refused = await change(headers, { current_password: PASSWORD, password: NEW });
  meanwhile = undefined;
  expect(refused).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
});
